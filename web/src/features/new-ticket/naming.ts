import { assignees } from "@/fields/assignees";
import { dueDate, startDate } from "@/fields/dates";
import type { Field } from "@/fields/field";
import { labels } from "@/fields/labels";
import { lists } from "@/fields/lists";
import { priority } from "@/fields/priority";
import type { Mark } from "@/fields/tokens/tokens";
import { isChoice } from "@/fields/value";
import type { SyncState } from "@/sync/types";
import type { Naming } from "./chips";
import { offeredFields, placeOfDraft, type Draft } from "./draft";

const marked: Readonly<Record<Mark, string>> = { "#": labels.id, "@": assignees.id, "!": priority.id, "+": lists.id };

/** What the title of a draft may name: the values that the buttons of the dialog also offer, and dates. */
export function namingOf(state: SyncState, draft: Draft, fields: readonly Field[]): Naming {
  const offered = offeredFields(draft, fields);
  const place = placeOfDraft(draft);
  const known = Object.entries(marked).flatMap(([mark, id]) => {
    const value = offered.find((field) => field.id === id)?.value;
    if (!value || !isChoice(value)) return [];
    const { all, offered: inOrder, fits } = value.options;
    return [[mark, { field: id, options: (inOrder ?? all)(state).filter((option) => !fits || fits(state, place, option.id)) }] as const];
  });
  // The dialog has no button for the start date. The bulk bar offers both dates unless the workspace hides them, so it tells which dates are shown.
  const isShown = (id: string) => fields.some((field) => field.id === id && field.bulk !== undefined);
  return {
    known: {
      marks: Object.fromEntries(known),
      due: isShown(dueDate.id) ? dueDate.id : undefined,
      start: isShown(startDate.id) ? startDate.id : undefined,
    },
    fields,
    config: state,
  };
}
