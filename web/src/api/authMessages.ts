import { t } from "@lingui/core/macro";
import { emptyEmail, emptyPassword } from "./emptyFields";
import { ApiError, messageOf, type ApiErrorCode } from "./error";
import type { SessionEnd } from "./session";

/** What was attempted. */
export type Attempt = "signIn" | "signUp" | "secondFactor" | "hosted";

/** Codes of errors that the page itself finds. */
type LocalCode = "confirm_later" | "empty_code" | "empty_email" | "empty_password" | "empty_phone" | "empty_response" | "invalid_response" | "pending_sign_in" | "account_not_created" | "session_invalid" | "failed_clean_up" | "oauth_state" | "sign_out_timeout";

/** The message if the account of a session was deleted. */
const userGone = () => t`User does not exist.`;

/**
 * All messages about authentication that this page can show, by code, word for word from the specification.
 * docs/IDENTITY.md lists them, and the messages that Troupe never shows.
 */
export const authMessages = {
  unreachable: () => t`Network Error`,
  internal: () => t`Authentication Error`,
  unauthenticated: () => t`The user is not authenticated`,
  token_revoked: () => t`Access Token has been revoked`,
  refresh_revoked: () => t`Refresh Token has been revoked`,
  refresh_expired: () => t`Refresh Token has expired`,
  gone: () => t`Please use your credentials to sign in`,
  oauth_state: () => t`Invalid state in OAuth flow`,
  sign_out_timeout: () => t`Signout timeout fail`,
  confirm_later: () => t`Please confirm your account and use your credentials to sign in.`,
  account_not_created: () => t`Error creating account`,
  pending_sign_in: () => t`Pending sign-in attempt already in progress`,
  empty_email: emptyEmail,
  empty_password: emptyPassword,
  empty_phone: () => t`Phone number cannot be empty`,
  empty_code: () => t`Confirmation code cannot be empty`,
  empty_response: () => t`Challenge response cannot be empty`,
  invalid_response: () => t`Invalid MFA type`,
  session_invalid: (message: string = userGone()) => t`Session is invalid due to: ${message}`,
  failed_clean_up: (message: string = userGone(), failure: string = "") => t`Session is invalid due to: ${message} and failed to clean up invalid session: ${failure}`,
} satisfies Partial<Record<ApiErrorCode | LocalCode, (...values: string[]) => string>>;

/** The specification's message for a refusal; null for other codes, whose messages from the node have more detail. */
function wordsFor(thrown: ApiError, attempt: Attempt): string | null {
  switch (thrown.code) {
    case "internal":
      return attempt === "signUp" ? authMessages.account_not_created() : authMessages.internal();
    case "gone":
      return attempt === "secondFactor" ? authMessages.gone() : attempt === "hosted" ? authMessages.oauth_state() : null;
    // The second sentence says what the person can do.
    case "unreachable":
      return `${authMessages.unreachable()}. ${thrown.message}`;
    case "unauthenticated":
    case "token_revoked":
    case "refresh_revoked":
    case "refresh_expired":
      return authMessages[thrown.code]();
    default:
      return null;
  }
}

/** The error of a failed attempt, with the message of the specification if there is one. */
export function inWords(thrown: unknown, attempt: Attempt): unknown {
  if (!(thrown instanceof ApiError)) return thrown;
  const message = wordsFor(thrown, attempt);
  if (message === null) return thrown;
  const { code, status, field, retryAfterMs, details } = thrown;
  return new ApiError({ code, status, message, details, ...(field !== null && { field }), ...(retryAfterMs !== null && { retryAfterMs }) });
}

/** The error if another attempt is still running. */
export const pendingSignIn = () => new ApiError({ code: "conflict", status: 0, message: authMessages.pending_sign_in() });

/** Why a session is invalid, in the words of the specification; null for a reason that the specification does not have. */
function reasonOf({ code, gone }: Pick<SessionEnd, "code" | "gone">): string | null {
  if (gone) return userGone();
  return code === "token_revoked" || code === "refresh_revoked" || code === "refresh_expired" ? authMessages[code]() : null;
}

/** The message about a session that has ended; null if there is nothing to say about it. */
export function sessionInvalid(end: Pick<SessionEnd, "code" | "gone">, failure: unknown = null): string | null {
  const reason = reasonOf(end);
  if (failure !== null) return authMessages.failed_clean_up(reason ?? authMessages.unauthenticated(), messageOf(failure));
  return reason === null ? null : authMessages.session_invalid(reason);
}

/** The message if the account was deleted, but its data could not be deleted from this device. */
export const failedCleanUp = (failure: unknown): string => authMessages.failed_clean_up(userGone(), messageOf(failure));
