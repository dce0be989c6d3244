import type { AskForSignInCode, CodeRequested, CodeSent, RequestedCode, SignInByCode } from "@/wire/http.generated";
import { enter } from "./auth";
import { sendForJson } from "./http";

/** Asks for a code to log in with. If no account has the address, the answer is the same, and the mail says so. */
export const askForSignInCode = (email: string): Promise<CodeRequested> =>
  sendForJson("/api/auth/sign-in-code", { body: { email } satisfies AskForSignInCode });

export const resendSignInCode = (requestId: string): Promise<CodeSent> =>
  sendForJson("/api/auth/sign-in-code/resend", { body: { requestId } satisfies RequestedCode });

/** Logs in with a mailed code. If a code of the second factor is needed as well, returns the id of the pending sign-in. */
export async function signInByCode(body: SignInByCode): Promise<string | null> {
  return (await enter("/api/auth/sign-in-code/finish", body))?.challengeId ?? null;
}
