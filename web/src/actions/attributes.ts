import { dispatch, newId } from "@/sync/store";
import type { Answer } from "@/sync/types";
import type { AttributePatch, AttributeType, Color, FieldValue, LabelSetPatch, SystemAttributePatch, SystemKey } from "@/wire/generated";

/** The notices show a refusal of these commands, wherever they were sent from. */
type Answered = Promise<Answer>;

interface NewAttribute {
  name: string;
  type: AttributeType;
  description: string;
  shownOnCards: boolean;
  required?: boolean;
  defaultValue?: FieldValue;
  /** Absent for an attribute of all lists. */
  listIds?: string[];
  /** The options of a select, first to last. */
  options: readonly { name: string; color: Color }[];
  /** The first label sets of an attribute of labels; absent for any other attribute. */
  labelSets?: readonly { name: string; single: boolean; labelsOrder: string[] }[];
}

export function createAttribute({ options, labelSets, ...attribute }: NewAttribute): Answered {
  const made = options.map((option) => ({ optionId: newId(), ...option }));
  const sets = labelSets?.map((set) => ({ labelSetId: newId(), ...set }));
  return dispatch({ kind: "attribute.create", attributeId: newId(), ...attribute, ...(made.length > 0 && { options: made }), ...(sets && { labelSets: sets }) });
}

export const updateAttribute = (attributeId: string, patch: AttributePatch): Answered => dispatch({ kind: "attribute.update", attributeId, patch });
export const moveAttribute = (attributeId: string, after: string | null): Answered => dispatch({ kind: "attribute.move", attributeId, after });
/** Deletes an attribute. Its values come back with an undo. */
export const deleteAttribute = (attributeId: string): Answered => dispatch({ kind: "attribute.delete", attributeId });

export const createOption = (attributeId: string, name: string): Answered => dispatch({ kind: "option.create", optionId: newId(), attributeId, name });
export const moveOption = (optionId: string, after: string | null): Answered => dispatch({ kind: "option.move", optionId, after });
/** Deletes an option. Its tasks get another option, or lose it. */
export const deleteOption = (optionId: string, moveTo: string | null): Answered => dispatch({ kind: "option.delete", optionId, ...(moveTo && { moveTo }) });

export const createLabelSet = (attributeId: string, name: string): Answered => dispatch({ kind: "labelSet.create", attributeId, labelSetId: newId(), name });
export const updateLabelSet = (attributeId: string, labelSetId: string, patch: LabelSetPatch): Answered => dispatch({ kind: "labelSet.update", attributeId, labelSetId, patch });
export const moveLabelSet = (attributeId: string, labelSetId: string, after: string | null): Answered => dispatch({ kind: "labelSet.move", attributeId, labelSetId, after });
/** Puts a label into a set, or to another place in the set. */
export const moveLabel = (attributeId: string, labelSetId: string, labelId: string, after: string | null): Answered =>
  dispatch({ kind: "labelSet.moveLabel", attributeId, labelSetId, labelId, after });
/** Deletes a label set. Its labels stay in the workspace, and in the tasks that have them. */
export const deleteLabelSet = (attributeId: string, labelSetId: string): Answered => dispatch({ kind: "labelSet.delete", attributeId, labelSetId });

/** Renames, hides or shows a field that every ticket has. The name null is the field's own name. */
export const setSystemAttribute = (key: SystemKey, patch: SystemAttributePatch): Answered => dispatch({ kind: "systemAttribute.set", key, patch });
