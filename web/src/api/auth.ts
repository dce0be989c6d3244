import { sendForJson } from "./http";
import { begin } from "./session";
import type { MailMessage, Session } from "./types";

/** Always answers the same, taken e-mail or not: a code is on its way. */
export async function signUp(input: {
  email: string;
  password: string;
  firstname?: string;
  lastname?: string;
}): Promise<void> {
  await sendForJson("/api/auth/sign-up", { body: input });
}

/** Confirms the address with the code from the mail, and signs in. */
export async function confirm(input: { email: string; code: string }): Promise<void> {
  await begin(await sendForJson<Session>("/api/auth/confirm", { body: input }));
}

export async function resendCode(email: string): Promise<void> {
  await sendForJson("/api/auth/resend", { body: { email } });
}

export async function signIn(input: { email: string; password: string }): Promise<void> {
  await begin(await sendForJson<Session>("/api/auth/sign-in", { body: input }));
}

/** The mails to one address, newest first; null where the node has no development mailbox. */
export async function developmentMailbox(to: string): Promise<MailMessage[] | null> {
  try {
    const answer = await sendForJson<{ messages: MailMessage[] }>(`/api/dev/mailbox?to=${encodeURIComponent(to)}`);
    return answer.messages;
  } catch {
    return null;
  }
}
