/** The first label set of an attribute that is not created yet. */
export interface NewSet {
  name: string;
  single: boolean;
  labelsOrder: readonly string[];
}

export const emptySet: NewSet = { name: "", single: false, labelsOrder: [] };

/** True if a person has filled in something else of the set but no name. */
export const lacksName = ({ name, single, labelsOrder }: NewSet): boolean => name.trim() === "" && (single || labelsOrder.length > 0);

/** The sets to create; empty if the set has no name. */
export const setsToMake = ({ name, single, labelsOrder }: NewSet): { name: string; single: boolean; labelsOrder: string[] }[] =>
  name.trim() === "" ? [] : [{ name: name.trim(), single, labelsOrder: [...labelsOrder] }];
