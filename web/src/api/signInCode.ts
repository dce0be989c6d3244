import type { AskForSignInCode, CodeNeeded, CodeRequested, CodeSent, RequestedCode, SignInByCode } from "@/wire/http.generated";
import { enter } from "./auth";
import { sendForJson } from "./http";

/** Asks for a code to log in with. If no account has the address, the answer is the same, and the mail says so. */
export const askForSignInCode = (email: string): Promise<CodeRequested> =>
  sendForJson("/api/auth/sign-in-code", { body: { email } satisfies AskForSignInCode });

export const resendSignInCode = (requestId: string): Promise<CodeSent> =>
  sendForJson("/api/auth/sign-in-code/resend", { body: { requestId } satisfies RequestedCode });

/** Logs in with a mailed code. Returns what the log-in still needs, such as a code of the second factor. */
export const signInByCode = (body: SignInByCode): Promise<CodeNeeded | null> => enter("/api/auth/sign-in-code/finish", body);
