import { t } from "@lingui/core/macro";
import type { CodeNeeded, CodeSent, Confirm, MailMessage, Messages, Resend, Session, SignedUp, SignIn, SignUp } from "@/wire/http.generated";
import { ApiError } from "./error";
import { sendForJson } from "./http";
import { begin } from "./session";

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
  await begin(await sendSignUp<Session>("/api/auth/confirm", input));
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

let pending = false;

/** Signs in. If the account has a second factor, returns the id of the sign-in, which then needs a code. Only one attempt runs at a time. */
export async function signIn(input: SignIn): Promise<string | null> {
  const words = () => import("./authMessages");
  if (pending) throw (await words()).pendingSignIn();
  pending = true;
  try {
    return await attempt(input);
  } catch (thrown) {
    throw await words().then(({ inWords }) => inWords(thrown, "signIn"), () => thrown);
  } finally {
    pending = false;
  }
}

async function attempt(input: SignIn): Promise<string | null> {
  const answer = await sendForJson<Session | CodeNeeded>("/api/auth/sign-in", { body: input });
  if ("challengeId" in answer) return answer.challengeId;
  await begin(answer);
  return null;
}

/** The mails to one address, newest first; null if the node has no development mailbox. */
export async function developmentMailbox(to: string): Promise<MailMessage[] | null> {
  try {
    const answer = await sendForJson<Messages>(`/api/dev/mailbox?to=${encodeURIComponent(to)}`);
    return answer.messages;
  } catch {
    return null;
  }
}
