import { lineOf } from "@/lib/text";
import type { FieldValue, LabelSet, LabelSetNew } from "@/wire/generated";
import type { RowReader } from "../tables/tables";
import { isUnused } from "./named";
import { oneOfSingleSets } from "./ticket/labelled";
import { unique } from "./ticket/places";
import { isOffered } from "./ticket/valueIds";

/** The sets with these labels at the end of one of them, and removed from the others. Null if a label does not exist. */
export function withLabels(rows: RowReader, sets: readonly LabelSet[], setId: string, add: readonly string[]): LabelSet[] | null {
  if (!add.every((id) => rows.get("label", id))) return null;
  return sets.map((set) => ({
    ...set,
    labelsOrder: set.id === setId ? unique([...set.labelsOrder, ...add]) : set.labelsOrder.filter((id) => !add.includes(id)),
  }));
}

/** The sets with one more at the end; null if the node refuses it. */
export function withSet(rows: RowReader, sets: readonly LabelSet[], { labelSetId, name, single = false, labelsOrder = [] }: LabelSetNew): LabelSet[] | null {
  if (sets.some(({ id }) => id === labelSetId) || !isUnused([...sets], name)) return null;
  return withLabels(rows, [...sets, { id: labelSetId, name: lineOf(name), single, labelsOrder: [] }], labelSetId, labelsOrder);
}

/** The sets of a new attribute; null if the node refuses one. */
export function newSets(rows: RowReader, made: readonly LabelSetNew[]): LabelSet[] | null {
  return made.reduce<LabelSet[] | null>((sets, set) => sets && withSet(rows, sets, set), []);
}

/** The things with one of them moved after another, or to the front. Null if `after` is not among them. */
export function moved<T>(things: readonly T[], thing: T, after: T | null): T[] | null {
  const others = things.filter((other) => other !== thing);
  const place = after === null ? 0 : others.indexOf(after) + 1;
  return after !== null && place === 0 ? null : others.toSpliced(place, 0, thing);
}

/** A default without labels that are in no set, and with only the last label of each set with one choice. */
export function settledDefault(sets: readonly LabelSet[], value: FieldValue | null | undefined): FieldValue | null {
  if (!Array.isArray(value)) return value ?? null;
  const offered = value.filter((id) => isOffered(sets, id));
  const kept = oneOfSingleSets(sets, offered, offered);
  return kept.length > 0 ? kept : null;
}

/** The thing before another one; null for the first. */
export const inFrontOf = <T>(things: readonly T[], thing: T): T | null => things[things.indexOf(thing) - 1] ?? null;
