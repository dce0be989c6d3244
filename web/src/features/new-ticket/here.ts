import { useTarget } from "@/actions/target";
import { usualView } from "@/actions/usualView";
import { valuesOf } from "@/actions/writeTicket";
import { readAddress, type Arrangement } from "@/fields/arrange/address";
import { arrange } from "@/fields/arrange/arrange";
import { columnsBy } from "@/fields/arrange/columns";
import { conditionForm, readCondition } from "@/fields/arrange/condition";
import { usualArrangement } from "@/fields/arrange/defaults";
import type { Place } from "@/fields/arrange/place";
import { wantedOf, type Filters } from "@/fields/arrange/settings";
import { assignees } from "@/fields/assignees";
import { dueDate } from "@/fields/dates";
import { fieldById, type Field, type FieldId } from "@/fields/field";
import { filterLanguage } from "@/fields/filterLanguage";
import { lists } from "@/fields/lists";
import { ME, NONE } from "@/fields/options";
import { componentsField, sprintId, versionsField } from "@/fields/records";
import { isChoice } from "@/fields/value";
import type { Collection } from "@/lib/paths";
import { isPlainDate, type PlainDate } from "@/lib/plainDate";
import { placeAt } from "@/lib/placeAt";
import { viewNamed } from "@/lib/views";
import type { SyncState } from "@/sync/types";
import { chosenIn, offeredFields, placeOfDraft, type Draft } from "./draft";

/** The pages that show tickets, and so have filters. */
const filterable: Readonly<Record<Collection, true>> = {
  list: true, component: true, version: true, sprint: true, person: true, all: true, mine: true, created: true, completed: true, subscribed: true, private: true, trash: true,
};

type Address = Pick<Location, "pathname" | "search">;

/** The place of an address, and how it is arranged; null if the page shows no tickets. */
export function shownAt({ pathname, search }: Address, fields: readonly Field[]): { place: Place; settings: Arrangement } | null {
  const { collection, listId, recordId } = placeAt(pathname);
  if (collection === null || !Object.hasOwn(filterable, collection)) return null;
  const place: Place = { collection: collection as Collection, listId, recordId };
  return { place, settings: readAddress(search, fields) ?? usualArrangement(place, fields) };
}

/** What the page says about a new task, beside its place. */
export interface Here {
  filters: Filters;
  /** The field of the groups, and the group of the row, card or column that the person was at last. */
  by?: Field | undefined;
  groupId: string | null;
  day: PlainDate | null;
  /** The value that the page gives every new task. */
  own: readonly [FieldId, string] | null;
}

/** The day of the calendar that has or had the focus, or whose tasks a phone shows because the person has chosen it. */
function dayHere(search: string): PlainDate | null {
  const day = document.querySelector<HTMLElement>("[data-chosen]")?.dataset.chosen;
  const tapped = new URLSearchParams(search).has("day") ? document.querySelector<HTMLElement>("[aria-selected=true] > [data-day]")?.dataset.day : undefined;
  return day ?? tapped ?? null;
}

/** The value that the page gives every new task: its component, version, sprint or person. */
function ownValue({ collection, recordId = null }: Place, me: string | null): Here["own"] {
  if (collection === "mine") return me === null ? null : [assignees.id, me];
  const field = { sprint: sprintId, person: assignees.id, version: versionsField.id, component: componentsField.id }[collection as string];
  return field === undefined || recordId === null ? null : [field, recordId];
}

/** The group of the line, card or column that has the focus, or of the row or card that had it last. */
function groupHere(groupOf: (ticketId: string) => string | undefined): string | null {
  const active = document.activeElement?.closest<HTMLElement>("[data-column-id], [data-line]")?.dataset ?? {};
  if (active.columnId !== undefined) return active.columnId;
  const { focused, opened } = useTarget.getState();
  // A person who is in an open task has left the rows.
  const line = active.line ?? (opened === null ? focused : null);
  if (line === null) return null;
  const [, head] = /^(?:group |first:|last:|foot )(.*)$/.exec(line) ?? [];
  const [ticketId = "", groupId] = line.split(" ");
  return head ?? groupId ?? groupOf(ticketId) ?? null;
}

/** Where the person is now. */
export function hereNow(state: SyncState, address: Address, fields: readonly Field[]): Here | null {
  const shown = shownAt(address, fields);
  if (shown === null || shown.place.collection === "trash") return null;
  const { place, settings } = shown;
  const view = viewNamed(new URLSearchParams(address.search).get("view"), usualView(state));
  const calendar = view === "calendar";
  const by = calendar ? undefined : view === "kanban" ? columnsBy(settings, fields) : fieldById(fields, settings.group);
  const groupOf = (ticketId: string) => {
    const make = settings.filter === "" ? undefined : filterLanguage.now()?.testIn(settings.filter, fields);
    return arrange(state, place, { ...settings, group: by?.id ?? NONE }, fields, make).groups.find(({ ticketIds }) => ticketIds.includes(ticketId))?.id;
  };
  return {
    filters: settings.filters,
    by,
    groupId: by ? groupHere(groupOf) : null,
    day: calendar ? dayHere(address.search) : null,
    own: ownValue(place, state.me),
  };
}

/** The only value that a filter asks for; null if it asks for several, for none, or for a range. */
function onlyValue({ value }: Field, wanted: readonly string[], me: string | null): string | null {
  const [only] = wanted;
  if (only === undefined || wanted.length > 1 || only === NONE) return null;
  if (isChoice(value)) return only === ME ? me : only;
  const condition = conditionForm(value) === "date" ? readCondition("date", only) : null;
  return condition?.is === "range" && condition.from === condition.to && condition.from !== null && isPlainDate(condition.from) ? condition.from : null;
}

/** The draft with the values of the place where the person is. The dialog shows each of them, so that they can be removed. A field that has a value keeps it; a field with several gets more. */
export function filledFrom(draft: Draft, { filters, by, groupId, day, own: ofPage }: Here, fields: readonly Field[], state: SyncState, listIsChosen: boolean): Draft {
  const offered = offeredFields(draft, fields);
  const place = placeOfDraft(draft);
  const give = (to: Draft, id: FieldId, given: string | null | undefined): Draft => {
    const field = offered.find((one) => one.id === id);
    const own = chosenIn(to, { id });
    if (!field || !given || own.includes(given)) return to;
    const { value } = field;
    const put = (ids: readonly string[]): Draft => ({ ...to, values: { ...to.values, [id]: ids } });
    if (value.kind === "date") return own.length > 0 ? to : put([given]);
    if (!isChoice(value) || !value.start) return to;
    const { options } = value;
    if (!(options.offered ?? options.all)(state).some((option) => option.id === given) || options.fits?.(state, place, given) === false) return to;
    // A list that was only the default is replaced.
    if (id === lists.id) return listIsChosen || draft.private ? to : put([given]);
    if (value.kind === "one") return own.length > 0 ? to : put([given]);
    const lost = value.loses?.(state, own, given) ?? [];
    return put([...own.filter((one) => !lost.includes(one)), given]);
  };
  const [ofGroup] = groupId === null ? [] : valuesOf(by, groupId);
  const placed = ofPage ? give(draft, ...ofPage) : draft;
  const grouped = by ? give(placed, by.id, ofGroup) : placed;
  const filtered = fields.reduce((to, field) => give(to, field.id, onlyValue(field, wantedOf(filters, field.id), state.me)), grouped);
  return give(filtered, dueDate.id, day);
}
