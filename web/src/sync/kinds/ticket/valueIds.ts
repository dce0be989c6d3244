import type { FieldValue, LabelSet } from "@/wire/generated";
import type { RowReader } from "../../tables/tables";
import type { Values } from "../../tables/values";

/** The options of a value; none for a value of another type. */
export const optionsIn = (value: FieldValue | null | undefined): string[] => (Array.isArray(value) ? value : []);

/** True if a label is in one of these sets. */
export const isOffered = (sets: readonly LabelSet[], labelId: string): boolean => sets.some(({ labelsOrder }) => labelsOrder.includes(labelId));

/** The values of a ticket without people for whom `sees` is false. */
export function withPeople(rows: RowReader, values: Values | undefined, sees: (userId: string) => boolean): Values {
  const kept = Object.entries(values ?? {}).flatMap(([id, value]) => {
    if (rows.get("attribute", id)?.type !== "users") return [[id, value] as const];
    const people = optionsIn(value).filter(sees);
    return people.length > 0 ? [[id, people] as const] : [];
  });
  return Object.fromEntries(kept);
}
