import { t } from "@lingui/core/macro";
import { Braces, ListPlus } from "lucide-react";
import type { Place } from "@/fields/arrange/place";
import type { Settings } from "@/fields/arrange/settings";
import { nameIn, withPart } from "@/fields/field";
import { useFieldsIn } from "@/fields/registry";
import { Icon } from "@/ui/Icon";
import { PickerList, type PickerOption } from "@/ui/Picker";
import { another, TEXT } from "./opened";
import { useChips } from "./useChips";

interface FilterMenuProps {
  place: Place;
  settings: Settings;
  onOpen: (opened: string) => void;
  onDone: () => void;
}

/** The fields that a filter can name, and the filter as a text. */
export function FilterMenu({ place, settings, onOpen, onDone }: FilterMenuProps) {
  const { chips } = useChips(settings);
  const fields = withPart(useFieldsIn(place.listId), "filter");
  const options: PickerOption[] = [
    ...fields.map((field) => ({ id: field.id, name: nameIn(field, "filter"), picture: <Icon of={field.filter.icon} /> })),
    ...fields.filter(({ id }) => chips.some(({ field }) => field === id)).map((field) => ({ id: `${another}${field.id}`, name: t`${nameIn(field, "filter")}: another condition`, picture: <Icon of={ListPlus} /> })),
    { id: TEXT, name: t`Filter as text`, picture: <Icon of={Braces} /> },
  ];
  return <PickerList name={t`Filter by`} keys="F" options={options} selected={[]} onPick={onOpen} onDone={onDone} />;
}
