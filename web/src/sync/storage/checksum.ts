/**
 * A check sum over a value as JSON writes it: it tells a record that was damaged on the disk from a whole one. It is no
 * signature: whoever can write here can write a sum as well.
 */
export function checksumOf(value: unknown): number {
  const text = JSON.stringify(value) ?? "";
  // FNV-1a, by UTF-16 units.
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}

/** A row as it is kept. */
export interface Checked<T> {
  row: T;
  sum: number;
}

export const withChecksum = <T>(row: T): Checked<T> => ({ row, sum: checksumOf(row) });

/** What was sealed, or undefined where it is not what it was. */
export function verified<T>(kept: unknown): T | undefined {
  if (typeof kept !== "object" || kept === null) return undefined;
  const { row, sum } = kept as Partial<Checked<T>>;
  return row !== undefined && sum === checksumOf(row) ? row : undefined;
}
