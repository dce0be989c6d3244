import { NONE } from "@/fields/options";
import { useChoices, useFitting, useOffered, useSearch } from "@/fields/useChoices";
import { idsOf, type Choice } from "@/fields/value";
import type { PickerListProps } from "@/ui/Picker";
import type { Ticket } from "@/wire/generated";
import { addNewOption, pickOption } from "./tickets";
import { useMay } from "./useMay";

type Choices = Pick<PickerListProps, "multi" | "options" | "find" | "selected" | "mixed" | "onPick" | "create">;

/** What a picker offers for a field of one or several tickets. Values that only some of them have are mixed. */
export function useTargetChoices(value: Choice, tickets: Ticket[]): Choices {
  const offered = useOffered(value);
  const choices = useChoices(value);
  // A field with several values needs no option for "none": each value can be removed.
  const multi = value.kind === "many";
  const ids = tickets.map((ticket) => valuesOf(value, ticket));
  const own = new Set(ids.flat());
  const everywhere = [...own].filter((id) => ids.every((values) => values.includes(id)));
  const fitting = useFitting(value, multi ? offered : choices, tickets, [...own]);
  const { create } = value.options;
  const mayCreate = useMay("manageLabels");
  const searched = useSearch(value, tickets, [...own]);
  return {
    multi,
    options: fitting,
    ...searched,
    selected: everywhere,
    mixed: [...own].filter((id) => !everywhere.includes(id)),
    onPick: (id) => void pickOption(tickets, value, id),
    create: multi && create && mayCreate ? { name: create.name, onCreate: (typed) => addNewOption(tickets.map(({ id }) => id), value, typed) } : undefined,
  };
}

/** The ids of the chosen options; of a field with one value, NONE stands for no value. */
function valuesOf(value: Choice, ticket: Ticket): readonly string[] {
  const ids = idsOf(value, ticket);
  return ids.length === 0 && value.kind === "one" ? [NONE] : ids;
}
