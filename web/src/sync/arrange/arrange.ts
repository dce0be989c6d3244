import type { View } from "../types";
import { passes } from "./filter";
import { grouped, type Group } from "./group";
import { ticketsIn, type Place } from "./place";
import { isFiltered, type Settings } from "./settings";
import { sorted } from "./sort";

/** A place as it is shown: ids only, so that it stays the same while values change that it does not depend on. */
export interface Arranged {
  groups: readonly Group[];
  /** How many tickets are left by the filters, and how many there are. */
  shown: number;
  total: number;
}

type Around = Pick<View, "tickets" | "statuses" | "members" | "workspace">;
type Wanted = Pick<Settings, "filters" | "group" | "sort" | "descending">;

export function arrange(view: Around, place: Place, settings: Wanted, me: string | null): Arranged {
  const all = ticketsIn(view, place, me);
  const left = isFiltered(settings) ? all.filter(passes(settings.filters, view)) : all;
  const groups = grouped(sorted(left, settings.sort, settings.descending), settings.group, view);
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

/**
 * An arrangement that follows the view: work is done once for each new state
 * of the tables it reads, and what did not change keeps its identity.
 */
export function arranger(place: Place, settings: Wanted): (view: Around & { me: string | null }) => Arranged {
  let seen: (Around & { me: string | null }) | null = null;
  let last: Arranged | null = null;
  return (view) => {
    const fresh =
      !seen ||
      seen.tickets !== view.tickets ||
      seen.statuses !== view.statuses ||
      seen.members !== view.members ||
      seen.workspace !== view.workspace ||
      seen.me !== view.me;
    seen = view;
    if (!last || fresh) last = keepSame(last, arrange(view, place, settings, view.me));
    return last;
  };
}
