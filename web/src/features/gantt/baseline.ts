import { create } from "zustand";
import { parentSpans, type Dates } from "@/fields/schedule/span";
import { addDays, type PlainDate } from "@/lib/plainDate";
import { BaselineStorage, type Baseline as KeptBaseline } from "@/sync/storage/baselineStorage";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById } from "@/sync/types";
import type { Baseline, Ticket } from "@/wire/generated";

/** The value of the setting that chooses the baseline that an earlier version of the app stored in this browser. */
export const KEPT = "browser";

/** Where a baseline of this browser is kept: the person, the workspace and the place. */
export interface Keeper {
  me: string;
  workspaceId: string;
  place: string;
}

interface Kept {
  setOn: PlainDate;
  dates: ReadonlyMap<string, Dates>;
}

interface Shown {
  /** The place of the chart that is shown. */
  keeper: Keeper | null;
  /** The baseline that this browser keeps for the place. */
  kept: Kept | null;
  /** The dates with which the chart is compared, by ticket. */
  dates: ReadonlyMap<string, Dates>;
}

export const noDates: ReadonlyMap<string, Dates> = new Map();

/** The baseline of the chart that is shown. The chart and the tools in the toolbar share it. */
export const useBaseline = create<Shown>(() => ({ keeper: null, kept: null, dates: noDates }));

const storageOf = ({ me, workspaceId }: Keeper) => new BaselineStorage(me, workspaceId);

const read = (dates: Readonly<Record<string, readonly [start: PlainDate | null, due: PlainDate | null]>>): ReadonlyMap<string, Dates> =>
  new Map(Object.entries(dates).map(([id, [startDate, dueDate]]) => [id, { startDate, dueDate }] as const));

const keptFrom = ({ setOn, dates }: Pick<KeptBaseline, "setOn" | "dates">): Kept => ({ setOn, dates: read(dates) });

/** Reads the baseline that this browser keeps for the place. */
export async function openKept(keeper: Keeper): Promise<void> {
  useBaseline.setState({ keeper, kept: null, dates: noDates });
  // A browser that denies storage keeps no baselines.
  const stored = await storageOf(keeper).read(keeper.place).catch(() => null);
  if (stored && useBaseline.getState().keeper === keeper) useBaseline.setState({ kept: keptFrom(stored) });
}

/** Removes the baseline that this browser keeps. Returns a function that brings it back. */
export function removeKept(): () => void {
  const { keeper, kept } = useBaseline.getState();
  keep(keeper, null);
  return () => keep(keeper, kept);
}

function keep(keeper: Keeper | null, kept: Kept | null): void {
  if (keeper === null) return;
  if (useBaseline.getState().keeper === keeper) useBaseline.setState({ kept });
  const storage = storageOf(keeper);
  const done =
    kept === null
      ? storage.drop(keeper.place)
      : storage.store({ place: keeper.place, setOn: kept.setOn, dates: Object.fromEntries([...kept.dates].map(([id, { startDate, dueDate }]) => [id, [startDate, dueDate] as const])) });
  // Without storage, the change lasts until the page is left.
  void done.catch(() => undefined);
}

const undated: Dates = { startDate: null, dueDate: null };

/** The dates at a moment, as the chart shows them: parents span the days of their subtasks, unless they show their own dates. */
export function plannedDates(then: ReadonlyMap<string, Dates>, tickets: ById<Ticket>, ownDates: boolean): ReadonlyMap<string, Dates> {
  if (ownDates) return then;
  const all = new Map(rowsOf(tickets).map(({ id }) => [id, then.get(id) ?? undated] as const));
  const planned = new Map(then);
  for (const [id, { start, end }] of parentSpans(tickets, all)) planned.set(id, { startDate: start, dueDate: end });
  return planned;
}

/** Reads the dates in the answer of the node. */
export const datesThen = read;

/** The baselines that a place offers: those of its list, and those of all tasks; the newest first in each group. */
export function offeredIn(rows: ById<Baseline>, listId: string | null): { shared: Baseline[]; own: Baseline[]; ofAll: Baseline[] } {
  const newestFirst = Object.values(rows).toSorted((a, b) => (a.takenAt === b.takenAt ? Number(a.id < b.id) - Number(a.id > b.id) : a.takenAt < b.takenAt ? 1 : -1));
  const ofPlace = newestFirst.filter((row) => row.listId === listId);
  return {
    shared: ofPlace.filter(({ personal }) => !personal),
    own: ofPlace.filter(({ personal }) => personal),
    ofAll: listId === null ? [] : newestFirst.filter((row) => row.listId === null),
  };
}

/** A name for a new baseline: the first that no offered baseline has. */
export function freshName(nameOf: (number: number) => string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = nameOf(number);
    if (!taken.includes(name)) return name;
  }
}

/** The last moment of a day, in the time zone of the browser. */
export const endOf = (day: PlainDate): string => new Date(new Date(`${addDays(day, 1)}T00:00:00`).getTime() - 1).toISOString();
