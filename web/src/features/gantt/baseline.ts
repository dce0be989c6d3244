import { create } from "zustand";
import type { Dates } from "@/fields/schedule/span";
import { today, type PlainDate } from "@/lib/plainDate";
import { BaselineStorage, type Baseline } from "@/sync/storage/baselineStorage";

/** Where a baseline is kept: the person, the workspace and the place. */
export interface Keeper {
  me: string;
  workspaceId: string;
  place: string;
}

interface Shown {
  /** The place of the chart that is shown. */
  keeper: Keeper | null;
  setOn: PlainDate | null;
  dates: ReadonlyMap<string, Dates>;
}

const none: Omit<Shown, "keeper"> = { setOn: null, dates: new Map() };

/** The baseline of the chart that is shown. The chart and the tools in the toolbar share it. */
export const useBaseline = create<Shown>(() => ({ keeper: null, ...none }));

const storageOf = ({ me, workspaceId }: Keeper) => new BaselineStorage(me, workspaceId);

const shownFrom = ({ setOn, dates }: Pick<Baseline, "setOn" | "dates">): Omit<Shown, "keeper"> => ({
  setOn,
  dates: new Map(Object.entries(dates).map(([id, [startDate, dueDate]]) => [id, { startDate, dueDate }] as const)),
});

/** Shows the baseline that this browser keeps for the place, once it has been read. */
export async function openBaseline(keeper: Keeper): Promise<void> {
  useBaseline.setState({ keeper, ...none });
  // A browser that denies storage keeps no baselines.
  const kept = await storageOf(keeper).read(keeper.place).catch(() => null);
  const now = useBaseline.getState();
  if (kept && now.keeper === keeper && now.setOn === null) useBaseline.setState(shownFrom(kept));
}

/** Compares the chart with these dates from now on; null removes the baseline. Returns a function that brings back the one before. */
export function setBaseline(dates: ReadonlyMap<string, Dates> | null): () => void {
  const before = useBaseline.getState();
  show(before.keeper, dates === null ? none : { setOn: today(), dates });
  return () => show(before.keeper, before);
}

function show(keeper: Keeper | null, { setOn, dates }: Omit<Shown, "keeper">): void {
  if (keeper === null) return;
  if (useBaseline.getState().keeper === keeper) useBaseline.setState({ setOn, dates });
  const storage = storageOf(keeper);
  const kept =
    setOn === null
      ? storage.drop(keeper.place)
      : storage.store({ place: keeper.place, setOn, dates: Object.fromEntries([...dates].map(([id, { startDate, dueDate }]) => [id, [startDate, dueDate] as const])) });
  // Without storage, the baseline lasts until the page is left.
  void kept.catch(() => undefined);
}
