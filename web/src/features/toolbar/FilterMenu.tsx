import { t } from "@lingui/core/macro";
import { Braces, CalendarRange, CircleCheckBig, CircleUser, ListPlus } from "lucide-react";
import type { Place } from "@/fields/arrange/place";
import type { Settings } from "@/fields/arrange/settings";
import { assignees } from "@/fields/assignees";
import { dueDate } from "@/fields/dates";
import { nameIn, withPart } from "@/fields/field";
import { useFieldsIn } from "@/fields/registry";
import { Icon } from "@/ui/Icon";
import { PickerList, type PickerOption } from "@/ui/Picker";
import { another, TEXT } from "./opened";
import { quickFilters, toggled } from "./quickFilters";
import { useChips } from "./useChips";

interface FilterMenuProps {
  place: Place;
  settings: Settings;
  onOpen: (opened: string) => void;
  onChange: (patch: Partial<Settings>) => void;
  onDone: () => void;
}

/** The filters that are set by one click, the fields that a filter can name, and the filter as a text. */
export function FilterMenu({ place, settings, onOpen, onChange, onDone }: FilterMenuProps) {
  const { filters } = settings;
  const { chips } = useChips(settings);
  const all = useFieldsIn(place.listId);
  const fields = withPart(all, "filter");
  const quick = quickFilters(place, filters, all);
  const options: PickerOption[] = [
    ...quick.map(({ id, name, field }) => ({ id, name, picture: <Icon of={field === assignees.id ? CircleUser : field === dueDate.id ? CalendarRange : CircleCheckBig} /> })),
    ...fields.map((field) => ({ id: field.id, name: nameIn(field, "filter"), picture: <Icon of={field.filter.icon} /> })),
    ...fields.filter(({ id }) => chips.some(({ field }) => field === id)).map((field) => ({ id: `${another}${field.id}`, name: t`${nameIn(field, "filter")}: another filter`, picture: <Icon of={ListPlus} /> })),
    { id: TEXT, name: t`Filter as text`, picture: <Icon of={Braces} /> },
  ];
  const pick = (id: string) => {
    const one = quick.find((each) => each.id === id);
    if (one) onChange({ filters: toggled(filters, one) });
    else onOpen(id);
  };
  return <PickerList name={t`Filter by`} keys="F" options={options} selected={quick.flatMap(({ id, isSet }) => (isSet ? [id] : []))} onPick={pick} onDone={onDone} />;
}
