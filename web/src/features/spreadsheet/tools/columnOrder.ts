import type { FieldId } from "@/fields/field";

/** The columns after one of them went before another, or to the end. */
export function movedBefore(columns: readonly FieldId[], id: FieldId, before: FieldId | null): readonly FieldId[] {
  if (id === before || !columns.includes(id)) return columns;
  const others = columns.filter((each) => each !== id);
  const place = before === null ? -1 : others.indexOf(before);
  return others.toSpliced(place < 0 ? others.length : place, 0, id);
}

/** The columns after one of them went one place to the left or the right among those that are shown. */
export function steppedColumn(columns: readonly FieldId[], shown: readonly FieldId[], id: FieldId, step: 1 | -1): readonly FieldId[] {
  const at = shown.indexOf(id);
  const to = at + step;
  if (at < 0 || to < 0 || to >= shown.length) return columns;
  return movedBefore(columns, id, (step < 0 ? shown[to] : shown[to + 1]) ?? null);
}

interface Extent {
  left: number;
  right: number;
}

/** The place among columns that a pointer is at: the number of columns whose middle is left of it. */
export const placeAt = (columns: readonly Extent[], x: number): number => columns.filter(({ left, right }) => (left + right) / 2 < x).length;
