import { isNameTaken } from "@/lib/useName";
import { nthColor } from "@/sync/kinds/named";
import type { Color } from "@/wire/generated";

/** An option of an attribute that is not created yet. */
export interface NewOption {
  /** Tells the lines apart while they are edited. */
  key: number;
  name: string;
  color: Color;
}

/** One more line below the others. */
export function withLine(options: readonly NewOption[]): NewOption[] {
  const key = 1 + Math.max(-1, ...options.map((option) => option.key));
  return [...options, { key, name: "", color: nthColor(key) }];
}

/** The options to create. Lines without a name do not count. */
export const namedOptions = (options: readonly NewOption[]): { name: string; color: Color }[] =>
  options.filter(({ name }) => name.trim() !== "").map(({ name, color }) => ({ name: name.trim(), color }));

/** True if an earlier line has the name already. */
export const repeats = (options: readonly NewOption[], { key, name }: NewOption): boolean =>
  name.trim() !== "" && isNameTaken(name, options.slice(0, options.findIndex((other) => other.key === key)).map((other) => other.name.trim()));
