import { today } from "@/lib/plainDate";
import type { View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import { dueDate } from "../dates";
import { completed } from "../facts";
import { fieldById, type Field } from "../field";
import type { Config } from "../options";
import { completionPeriods, DONE } from "../periods";
import type { Arrangement } from "./address";
import { passes } from "./filter";
import { grouped, type Group } from "./group";
import { ticketsIn, type Place } from "./place";
import { isFiltered, wantedOf } from "./settings";
import { sorted } from "./sort";

/** A place as it is shown. It holds only ids, so it stays the same while other values change. */
export interface Arranged {
  groups: readonly Group[];
  /** How many tickets pass the filters, and how many there are. */
  shown: number;
  total: number;
}

type Around = Config & Pick<View, "tickets" | "subscriptions">;

type Wanted = Omit<Arrangement, "lanes" | "subtasks"> & {
  /** True if subtasks are left out. They then do not count as tickets of the place. */
  rootsOnly?: boolean;
};

/** Makes the test for the part of the filter that no chip shows. */
export type MakeTest = (config: Config) => (ticket: Ticket) => boolean;

export function arrange(view: Around, place: Place, settings: Wanted, fields: readonly Field[], make?: MakeTest): Arranged {
  const there = ticketsIn(view, place, view.me);
  const { openOnly, rootsOnly, group } = settings;
  const roots = rootsOnly ? there.filter(({ parentTicketId }) => !parentTicketId) : there;
  const all = openOnly ? roots.filter((ticket) => !ticket.completed) : roots;
  const filtered = isFiltered({ ...settings, filter: "" });
  const shown = filtered ? all.filter(passes(settings, view, fields)) : all;
  const left = make ? shown.filter(make(view)) : shown;
  const inOrder = sorted(left, fieldById(fields, settings.sort)?.sort, settings.descending, view);
  const groups = grouped(inOrder, fieldById(fields, group), view);
  // The day's work stays in sight. Under a filter or in another grouping, the page shows what the person has asked for.
  if (place.collection === "mine" && openOnly && group === dueDate.id && !filtered && !make) {
    const done = roots.filter((ticket) => completionPeriods.of(ticket, today()) === "today");
    if (done.length > 0) groups.push({ id: DONE, ticketIds: sorted(done, completed.sort, true, view).map(({ id }) => id) });
  }
  return { groups, shown: left.length, total: all.length };
}

const sameIds = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/** Gives back the earlier arrangement, or those of its groups, that the newer one only repeats. */
export function keepSame(before: Arranged | null, now: Arranged): Arranged {
  if (!before) return now;
  const groups = now.groups.map((group) => {
    const known = before.groups.find(({ id }) => id === group.id);
    return known && sameIds(known.ticketIds, group.ticketIds) ? known : group;
  });
  const same = groups.length === before.groups.length && groups.every((group, index) => group === before.groups[index]);
  return same && now.shown === before.shown && now.total === before.total ? before : { ...now, groups };
}

/** The tables that an arrangement may depend on: options of any field come from the configuration. */
const tables = ["tickets", "statuses", "members", "lists", "labels", "attributes", "options", "systemAttributes", "taskTypes", "components", "fixVersions", "sprints", "workspace", "me"] as const satisfies (keyof Around)[];

/**
 * An arrangement that follows the view. It is computed once for each new state of the tables that it reads and
 * for each day, and unchanged parts keep their identity.
 */
export function arranger(place: Place, settings: Wanted, fields: readonly Field[], make?: MakeTest): (view: Around) => Arranged {
  const readsLinks = fields.some(({ id, word, value }) => value.kind === "many" && value.among && (wantedOf(settings.filters, id).length > 0 || settings.filter.includes(word)));
  let seen: Around | null = null;
  let last: Arranged | null = null;
  let day = today();
  return (view) => {
    const before = seen;
    // Filters may count days from today.
    const now = today();
    const fresh = !before || now !== day || tables.some((table) => before[table] !== view[table]) || (readsLinks && before.links !== view.links) || (place.collection === "subscribed" && before.subscriptions !== view.subscriptions);
    seen = view;
    day = now;
    if (!last || fresh) last = keepSame(last, arrange(view, place, settings, fields, make));
    return last;
  };
}
