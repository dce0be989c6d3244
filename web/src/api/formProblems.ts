import { plural } from "@lingui/core/macro";
import type { Problems } from "@/lib/useForm";
import { ApiError, messageOf } from "./error";

/** Puts a refusal beside the field that it names, or else above the form. */
export function problemsOf<Field extends string>(thrown: unknown, fields: readonly Field[]): Problems<Field> {
  const problems: Problems<string> = {};
  const field = thrown instanceof ApiError ? fields.find((known) => known === thrown.field) : undefined;
  problems[field ?? "form"] = withWait(thrown);
  return problems as Problems<Field>;
}

function withWait(thrown: unknown): string {
  const message = messageOf(thrown);
  if (!(thrown instanceof ApiError) || thrown.code !== "rate_limited" || thrown.retryAfterMs === null) return message;
  const seconds = Math.max(1, Math.ceil(thrown.retryAfterMs / 1000));
  return seconds < 90
    ? plural(seconds, { one: "Too many attempts. Try again in # second.", other: "Too many attempts. Try again in # seconds." })
    : plural(Math.ceil(seconds / 60), {
        one: "Too many attempts. Try again in # minute.",
        other: "Too many attempts. Try again in # minutes.",
      });
}
