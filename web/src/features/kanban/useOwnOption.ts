import { updateLabel, updateOption } from "@/actions/config";
import { useMay, useMayIn } from "@/actions/useMay";
import { restrictedLists } from "@/sync/homes";
import { useTroupe } from "@/sync/store";
import type { Color } from "@/wire/generated";

/** An option of an attribute, or a label, that this person may rename and color. */
export interface OwnOption {
  name: string;
  color: Color;
  /** The names of the others. */
  taken: readonly string[];
  update: (patch: { name?: string; color?: Color }) => void;
}

/** The option or the label that a column stands for; null if it stands for another value, or if this person may not change it. */
export function useOwnOption(columnId: string): OwnOption | null {
  const options = useTroupe((state) => state.options);
  const labels = useTroupe((state) => state.labels);
  const [option, label] = [options[columnId], labels[columnId]];
  const listIds = useTroupe(({ attributes }) => option && attributes[option.attributeId]?.listIds);
  const home = useTroupe((state) => listIds?.find((id) => restrictedLists(state).has(id)) ?? null);
  const mayOption = useMayIn("manageAttributes", home);
  const mayLabel = useMay("manageLabels");
  if (option && mayOption) {
    const taken = Object.values(options).flatMap(({ id, attributeId, name }) => (attributeId === option.attributeId && id !== option.id ? [name] : []));
    return { name: option.name, color: option.color, taken, update: (patch) => void updateOption(option.id, patch) };
  }
  if (label && mayLabel) {
    const taken = Object.values(labels).flatMap(({ id, name }) => (id === label.id ? [] : [name]));
    return { name: label.name, color: label.color, taken, update: (patch) => void updateLabel(label.id, patch) };
  }
  return null;
}
