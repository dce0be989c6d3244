import type { FieldId } from "../field";

/**
 * Which tickets are meant, as a tree. A condition names a field and the values that it wants, each in the form in which an
 * address holds it: `none`, `any`, `me`, the id of an option, `has:pier`, `same:pier`, `3..8`, `-7d..0d`, `week`. An empty
 * `all` means every ticket.
 */
export type Filter = { all: readonly Filter[] } | { any: readonly Filter[] } | { not: Filter } | Condition;

/** A ticket passes if the value of its field meets one of the words. */
export interface Condition {
  field: FieldId;
  words: readonly string[];
}

export const every: Filter = { all: [] };

export const isEvery = (filter: Filter): boolean => "all" in filter && filter.all.length === 0;

/** The tickets that pass all of the parts: one part alone is itself, and groups of the same sort are joined. */
export function allOf(parts: readonly Filter[]): Filter {
  const joined = parts.flatMap((part) => ("all" in part ? part.all : [part]));
  return joined.length === 1 && joined[0] ? joined[0] : { all: joined };
}

/** The tickets that pass at least one of the parts. */
export function anyOf(parts: readonly Filter[]): Filter {
  const joined = parts.flatMap((part) => ("any" in part ? part.any : [part]));
  return joined.length === 1 && joined[0] ? joined[0] : { any: joined };
}

export const negated = (filter: Filter): Filter => ("not" in filter ? filter.not : { not: filter });
