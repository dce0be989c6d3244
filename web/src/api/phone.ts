import type {
  ChangePhone,
  CodeNeeded,
  CodeRequested,
  CodeSent,
  ConfirmEmail,
  PhoneSignIn,
  PhoneSignUp,
  PhoneState,
  PhoneToReset,
  RemovePhone,
  RequestedCode,
  ResetPassword,
  Session,
  User,
} from "@/wire/http.generated";
import { enter } from "./auth";
import { ApiError } from "./error";
import { sendForJson } from "./http";
import { beginBy, loadMe, request } from "./session";

/** Starts a sign-up. Whether or not an account has the number, a text message is sent, and the answer is the same. */
export const signUpByPhone = (body: PhoneSignUp): Promise<CodeRequested> => sendForJson("/api/auth/phone/sign-up", { body });

/** Confirms the number with the code from the text message, and signs in. */
export async function confirmPhone(body: ConfirmEmail): Promise<void> {
  await beginBy(() => sendForJson<Session>("/api/auth/phone/confirm", { body }));
}

/** Asks for another text message for a sign-up, a reset or a change of the number. */
export const resendText = (requestId: string): Promise<CodeSent> =>
  sendForJson("/api/auth/phone/resend", { body: { requestId } satisfies RequestedCode });

/** Signs in with the number. Returns what the sign-in still needs: a code of the second factor, a new password, or nothing. */
export const signInByPhone = (body: PhoneSignIn): Promise<CodeNeeded | null> => enter("/api/auth/phone/sign-in", body);

/** Asks for a code to reset the password. The answer is the same if no account has the number. */
export const forgotPasswordByPhone = (phone: string): Promise<CodeRequested> =>
  sendForJson("/api/auth/phone/forgot-password", { body: { phone } satisfies PhoneToReset });

/** Replaces a forgotten password. Begins no session: the person must log in with the new password. */
export const resetPasswordByPhone = (body: ResetPassword): Promise<void> => sendForJson("/api/auth/phone/reset-password", { body });

/** The phone number of the account. Null if the node runs the previous build, which has no phone numbers. */
export async function loadPhone(signal?: AbortSignal): Promise<PhoneState | null> {
  try {
    return await request<PhoneState>("/api/me/phone", signal ? { signal } : {});
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === "not_found") return null;
    throw thrown;
  }
}

/** Asks for a code, which is sent to the new number. */
export const changePhone = (body: ChangePhone): Promise<CodeRequested> => request("/api/me/phone", { body });

/** Gives the account its new number. */
export async function confirmNewPhone(body: ConfirmEmail): Promise<void> {
  await request<User>("/api/me/phone/confirm", { body });
  // The number is stored already. If loading the user fails, the next load shows it.
  await loadMe().catch(() => undefined);
}

export const removePhone = (password: string): Promise<void> => request("/api/me/phone/remove", { body: { password } satisfies RemovePhone });
