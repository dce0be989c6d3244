import type { AnswerChallenge, BeginFactor, CodeNeeded, ConfirmFactor, Enrolment, NewPassword, ProveFactor, RecoveryCodes, SecondFactor } from "@/wire/http.generated";
import { enter } from "./auth";
import { ApiError } from "./error";
import { request } from "./session";

/** Completes a sign-in with a code of the app or a recovery code. Returns null once the session has begun, or a challenge if the sign-in needs a new password. */
export const answerChallenge = (body: AnswerChallenge): Promise<CodeNeeded | null> => enter("/api/auth/second-factor", body);

/** Completes a sign-in whose password must be replaced. */
export async function renewPassword(body: NewPassword): Promise<void> {
  await enter("/api/auth/new-password", body);
}

export const loadSecondFactor = (signal?: AbortSignal): Promise<SecondFactor> => request("/api/me/second-factor", signal ? { signal } : {});

/** Creates a secret for an authenticator app. The second factor is on once the first code is confirmed. */
export const beginFactor = (password: string): Promise<Enrolment> => request("/api/me/second-factor/begin", { body: { password } satisfies BeginFactor });

/** Turns the second factor on. Returns the recovery codes, which are shown once. */
export const confirmFactor = async (code: string): Promise<string[]> =>
  (await request<RecoveryCodes>("/api/me/second-factor/confirm", { body: { code } satisfies ConfirmFactor })).recoveryCodes;

export const newRecoveryCodes = async (proof: ProveFactor): Promise<string[]> =>
  (await request<RecoveryCodes>("/api/me/second-factor/recovery-codes", { body: proof })).recoveryCodes;

export const endFactor = (proof: ProveFactor): Promise<void> => request("/api/me/second-factor/off", { body: proof });

/** Whether a refusal shows that the second factor was turned on or off elsewhere, so that a state read earlier is out of date. */
export const isOutdated = (thrown: unknown): boolean => thrown instanceof ApiError && (thrown.code === "conflict" || thrown.code === "already_exists");
