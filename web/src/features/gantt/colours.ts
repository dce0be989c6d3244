import { assignees } from "@/fields/assignees";
import { fieldById, nameIn, type Field, type FieldId } from "@/fields/field";
import { labels } from "@/fields/labels";
import { lists } from "@/fields/lists";
import { NONE, type Config, type Look } from "@/fields/options";
import { priority } from "@/fields/priority";
import { fieldsOf } from "@/fields/registry";
import { status } from "@/fields/status";
import { idsOf, isChoice, type Choice } from "@/fields/value";
import { presenceHue } from "@/ui/presence";
import { hueColor, type Priority } from "@/ui/vocabulary";
import type { Ticket } from "@/wire/generated";

/** The fields that can give bars their colour, in the order of the menu. */
export const colourFields: readonly FieldId[] = [status.id, lists.id, assignees.id, priority.id, labels.id];

/** From warm to cold: the nearer the horizon, the warmer. */
const priorityColours: Readonly<Record<Priority, string>> = {
  day: hueColor("red"),
  week: hueColor("amber"),
  month: hueColor("green"),
  quarter: hueColor("cyan"),
  year: hueColor("indigo"),
};

/** The colour of bars without a value. */
export const noColour = hueColor("grey");

/** The colour of an option, as CSS. People have the colours of their faces. */
function colourOf(look: Look | undefined): string {
  switch (look?.is) {
    case "priority":
      return priorityColours[look.priority];
    case "person":
      return `var(--ps-${presenceHue(look.person.id)})`;
    case "list":
    case "label":
    case "taskType":
      return hueColor(look.hue);
    default:
      return noColour;
  }
}

/** The field by which bars are coloured, and its value. Null for the status, whose colours stand for its categories, and for a field that the workspace hides. */
function choiceBy(config: Config, by: FieldId): { field: Field; value: Choice } | null {
  const field = by === status.id ? undefined : fieldById(fieldsOf(config), by);
  return field && isChoice(field.value) ? { field, value: field.value } : null;
}

/** The colour of a ticket's bar; null if its status gives the colour. With several values, the first one counts. */
export function barColour(config: Config, by: FieldId, ticket: Ticket): string | null {
  const choice = choiceBy(config, by);
  if (!choice) return null;
  const [first] = idsOf(choice.value, ticket);
  return first === undefined ? noColour : colourOf(choice.value.options.find(config, first)?.look);
}

/** A colour of the chart, and what it stands for. */
export interface LegendEntry {
  id: string;
  name: string;
  colour: string;
}

/** What the colours of these tickets stand for, in the order of the field; null if their status gives the colours. */
export function legendOf(config: Config, by: FieldId, tickets: readonly Ticket[]): { name: string; entries: LegendEntry[] } | null {
  const choice = choiceBy(config, by);
  if (!choice) return null;
  const { field, value } = choice;
  const { options, none } = value;
  const used = new Set(tickets.map((ticket) => idsOf(value, ticket)[0] ?? NONE));
  const known = options.all(config).filter(({ id }) => used.has(id));
  const strays = [...used].filter((id) => id !== NONE && !known.some((option) => option.id === id));
  const entries = known.map(({ id, name, look }): LegendEntry => ({ id, name, colour: colourOf(look) }));
  for (const id of strays) {
    const option = options.find(config, id);
    const name = option?.name ?? options.stray?.name() ?? options.gone?.();
    if (name !== undefined) entries.push({ id, name, colour: colourOf(option?.look) });
  }
  if (used.has(NONE) && none) entries.push({ id: NONE, name: none.name(), colour: noColour });
  return { name: nameIn(field, "group"), entries };
}
