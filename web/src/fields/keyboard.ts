import type { EntryValue } from "./value";

/** The keyboard that a phone shows for a value; undefined for the usual one. */
export const keyboardOf = ({ form }: EntryValue): "decimal" | "url" | undefined =>
  form === "number" ? "decimal" : form === "url" ? "url" : undefined;
