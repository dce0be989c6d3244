import type {
  AccountSession,
  AccountSessions,
  ChangeEmail,
  ChangePassword,
  CodeRequested,
  CodeSent,
  ConfirmEmail,
  DeleteAccount,
  ForgotPassword,
  RequestedCode,
  ResetPassword,
  User,
} from "@/wire/http.generated";
import { sendForJson } from "./http";
import { loadMe, request, requestRaw } from "./session";

/** Asks for a code for a new password. If no account has the address, the answer is the same, and the mail says so. */
export const forgotPassword = (email: string): Promise<CodeRequested> =>
  sendForJson("/api/auth/forgot-password", { body: { email } satisfies ForgotPassword });

export const resendResetCode = (requestId: string): Promise<CodeSent> =>
  sendForJson("/api/auth/forgot-password/resend", { body: { requestId } satisfies RequestedCode });

/** Replaces a forgotten password. Begins no session: the person must log in with the new password. */
export const resetPassword = (body: ResetPassword): Promise<void> => sendForJson("/api/auth/reset-password", { body });

export const changePassword = (body: ChangePassword): Promise<void> => request("/api/me/password", { body });

/** Asks for a code, which is mailed to the new address. */
export const changeEmail = (body: ChangeEmail): Promise<CodeRequested> => request("/api/me/email", { body });

export const resendEmailCode = (requestId: string): Promise<CodeSent> => request("/api/me/email/resend", { body: { requestId } satisfies RequestedCode });

/** Gives the account its new address. */
export async function confirmEmail(body: ConfirmEmail): Promise<void> {
  await request<User>("/api/me/email/confirm", { body });
  // The address is stored already. If loading the user fails, the next load shows the new address.
  await loadMe().catch(() => undefined);
}

/** The open sessions of the account, the most recently used first. */
export const loadSessions = async (signal?: AbortSignal): Promise<AccountSession[]> =>
  (await request<AccountSessions>("/api/me/sessions", signal ? { signal } : {})).sessions;

export const endSession = (id: string): Promise<void> => request(`/api/me/sessions/${id}/end`, { method: "POST" });

export const endOtherSessions = (): Promise<void> => request("/api/me/sessions/end-others", { method: "POST" });

/** The person's own data, as a file. */
export const ownData = async (): Promise<Blob> => (await requestRaw("/api/me/export", { accept: "application/x-ndjson" })).blob();

/** Deletes the account permanently. */
export const deleteAccount = (password: string): Promise<void> => request("/api/me/delete", { body: { password } satisfies DeleteAccount });
