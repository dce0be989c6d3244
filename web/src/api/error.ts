import { t } from "@lingui/core/macro";
import type { ErrorCode } from "@/wire/http.generated";

/** The codes of the protocol, and one for calls without an answer. */
export type ApiErrorCode = ErrorCode | "unreachable";

interface ApiErrorParts {
  code: ApiErrorCode;
  message: string;
  /** 0 without an answer. */
  status: number;
  field?: string;
  retryAfterMs?: number;
  details?: Record<string, unknown>;
}

/** Every way in which a call can fail: switch on `code`, show `message`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly field: string | null;
  readonly retryAfterMs: number | null;
  /** The error object from the node, for the few codes with further fields (`path`, `report`). */
  readonly details: Record<string, unknown>;

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.code = parts.code;
    this.status = parts.status;
    this.field = parts.field ?? null;
    this.retryAfterMs = parts.retryAfterMs ?? null;
    this.details = parts.details ?? {};
  }
}

/** There was no answer: the network or the node is away. */
export function unreachable(): ApiError {
  return new ApiError({ code: "unreachable", status: 0, message: t`Can't reach Troupe. Check your connection.` });
}

/** The answer does not follow the protocol. */
export function malformed(status: number): ApiError {
  return new ApiError({ code: "malformed", status, message: t`Troupe sent a response that this page can't read. Try again.` });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads `{"error": {…}}`. Any other body becomes `malformed` with the same status. */
export function errorFrom(status: number, body: unknown): ApiError {
  const error = isRecord(body) ? body.error : undefined;
  if (!isRecord(error) || typeof error.code !== "string") return malformed(status);
  return new ApiError({
    // Later versions may add codes: an unknown one takes the default of every switch.
    code: error.code as ApiErrorCode,
    message: typeof error.message === "string" ? error.message : t`Something went wrong. Try again.`,
    status,
    ...(typeof error.field === "string" && { field: error.field }),
    ...(typeof error.retryAfterMs === "number" && { retryAfterMs: error.retryAfterMs }),
    details: isRecord(body) && "report" in body ? { ...error, report: body.report } : error,
  });
}

/** The message of any thrown value, in words for a person. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof ApiError ? thrown.message : t`Something went wrong. Try again.`;
}
