import type { FieldEdit, FieldValue, LabelSet } from "@/wire/generated";
import type { RowReader } from "../../tables/tables";
import { patchedSet, unique } from "./places";
import { isOffered, optionsIn } from "./valueIds";

/** The labels without those that are replaced: of each set with one choice, only the label that was added last stays. A set to which nothing was added keeps its labels. */
export function oneOfSingleSets(sets: readonly LabelSet[], ids: readonly string[], added: readonly string[]): string[] {
  const singles = sets.filter(({ single }) => single);
  return singles.reduce<readonly string[]>((kept, { labelsOrder }) => {
    const last = added.findLast((id) => labelsOrder.includes(id));
    return last === undefined ? kept : kept.filter((id) => id === last || !labelsOrder.includes(id));
  }, ids).slice();
}

/** The value of an attribute of labels after an edit: null if it is empty, undefined if the node refuses the edit. */
export function labelled(rows: RowReader, sets: readonly LabelSet[], before: FieldValue | undefined, edit: FieldEdit): FieldValue | null | undefined {
  if (typeof edit !== "object") return undefined;
  const had = optionsIn(before);
  const named = Array.isArray(edit) ? edit : (edit.add ?? []);
  const isKnown = (id: string) => rows.get("label", id) !== undefined;
  if (!named.every((id) => isKnown(id) && (had.includes(id) || isOffered(sets, id)))) return undefined;
  const ids = (Array.isArray(edit) ? unique(edit) : patchedSet(had, edit)).filter(isKnown);
  const kept = oneOfSingleSets(sets, ids, named);
  return kept.length > 0 ? kept : null;
}
