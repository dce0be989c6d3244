/**
 * A checksum of a value's JSON. It shows that a record was damaged on disk. It is no signature: a program that can
 * write here can also write a checksum.
 */
export function checksumOf(value: unknown): number {
  return checksumOfText(JSON.stringify(value) ?? "");
}

/** The same of a text: FNV-1a, by UTF-16 units. */
export function checksumOfText(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}

/** A row with its checksum, as it is stored. */
export interface Checked<T> {
  row: T;
  sum: number;
}

export const withChecksum = <T>(row: T): Checked<T> => ({ row, sum: checksumOf(row) });

/** The row, or undefined if it does not fit its checksum. */
export function verified<T>(kept: unknown): T | undefined {
  if (typeof kept !== "object" || kept === null) return undefined;
  const { row, sum } = kept as Partial<Checked<T>>;
  return row !== undefined && sum === checksumOf(row) ? row : undefined;
}
