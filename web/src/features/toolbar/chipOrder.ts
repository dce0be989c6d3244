import type { With } from "@/fields/field";
import type { Chip, Joined } from "@/fields/filter/filterLanguage";

/** A chip with its field, and a key that stays while its values change. */
export interface Keyed {
  key: string;
  chip: Chip;
  field: With<"filter">;
}

const order: readonly Joined[] = ["any", "all", "none"];

const isLike = (a: Chip, b: Chip) => a.field === b.field && a.joined === b.joined;

/** The key of a chip that comes after these. */
export const keyFor = (chip: Chip, before: readonly Chip[]): string => `${chip.field} ${chip.joined} ${before.filter((each) => isLike(each, chip)).length}`;

/** Chips in the order of their fields, so that none changes its place when its operator changes. */
export function keyed(chips: readonly Chip[], fields: readonly With<"filter">[]): readonly Keyed[] {
  const all = chips.flatMap((chip, at): Keyed[] => {
    const field = fields.find(({ id }) => id === chip.field);
    return field ? [{ key: keyFor(chip, chips.slice(0, at)), chip, field }] : [];
  });
  const place = ({ chip, field }: Keyed) => fields.indexOf(field) * order.length + order.indexOf(chip.joined);
  return all.toSorted((a, b) => place(a) - place(b));
}
