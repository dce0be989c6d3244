import { t } from "@lingui/core/macro";
import type { CodeNeeded, CodeSent, Confirm, MailMessage, Messages, Resend, Session, SignedUp, SignIn, SignUp } from "@/wire/http.generated";
import { ApiError } from "./error";
import { sendForJson } from "./http";
import { authMessages, oneAttempt } from "./oneAttempt";
import { beginBy } from "./session";

/** A sign-up that waits for its code. */
export type PendingSignUp = Pick<SignedUp, "signUpId" | "reference">;

/** Starts a sign-up. The answer is the same whether the address is taken or not: a code is sent. */
export async function signUp(input: SignUp): Promise<PendingSignUp> {
  const { signUpId, reference } = await sendForJson<Partial<PendingSignUp>>("/api/auth/sign-up", { body: input });
  if (typeof signUpId !== "string" || typeof reference !== "string") throw updating();
  return { signUpId, reference };
}

/** Confirms the address with the code that was mailed for this sign-up, and signs in. */
export async function confirm(input: Confirm): Promise<void> {
  await beginBy(() => sendSignUp<Session>("/api/auth/confirm", input));
}

export async function resendCode(signUpId: string): Promise<void> {
  await sendSignUp<CodeSent>("/api/auth/resend", { signUpId });
}

async function sendSignUp<T>(path: string, body: Confirm | Resend): Promise<T> {
  try {
    return await sendForJson<T>(path, { body });
  } catch (thrown) {
    throw thrown instanceof ApiError && thrown.code === "unknown_field" ? updating() : thrown;
  }
}

/** During an upgrade, a node of the previous build may answer. That build would accept a code for another sign-up. */
function updating(): ApiError {
  const message = t`Troupe is being updated. Try again in a minute.`;
  return new ApiError({ code: "unavailable", status: 503, message });
}

/** Signs in. Returns null once the session has begun, or what the sign-in still needs: a code or a new password. */
export async function signIn(input: SignIn): Promise<CodeNeeded | null> {
  try {
    return await enter("/api/auth/sign-in", input);
  } catch (thrown) {
    throw await authMessages().then(({ inWords }) => inWords(thrown, "signIn"), () => thrown);
  }
}

/** Sends a step of a sign-in, and begins the session if the sign-in needs no further step. Only one attempt runs at a time. */
export const enter = (path: string, body: object, patienceMs?: number): Promise<CodeNeeded | null> =>
  oneAttempt(() => beginBy(() => sendForJson<Session | CodeNeeded>(path, { body, ...(patienceMs !== undefined && { patienceMs }) })));

/** The mails to one address, newest first; null if the node has no development mailbox. */
export async function developmentMailbox(to: string): Promise<MailMessage[] | null> {
  try {
    const answer = await sendForJson<Messages>(`/api/dev/mailbox?to=${encodeURIComponent(to)}`);
    return answer.messages;
  } catch {
    return null;
  }
}
