import { plural, t } from "@lingui/core/macro";
import { loadOf } from "@/fields/arrange/board";

/** A number of cards and their limit in words, as a part of a name. */
export function limitWords(count: number, limit: number): string {
  const tasks = plural(count, { one: "# task", other: "# tasks" });
  const load = loadOf(count, limit);
  if (load === "over") return t`${tasks}, over the limit of ${limit}`;
  return load === "full" ? t`${tasks}, at the limit of ${limit}` : t`${tasks}, limit ${limit}`;
}

/** The sentence about a column that would hold more cards than its limit; null below and at the limit. */
export const overLimit = (count: number, limit: number | undefined): string | null =>
  limit !== undefined && loadOf(count, limit) === "over" ? t`Over the limit of ${limit}.` : null;
