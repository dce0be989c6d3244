import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { offerAgain } from "@/actions/tellFailure";
import { loadBaselineDates } from "@/api/baselines";
import { ApiError } from "@/api/error";
import type { Dates } from "@/fields/schedule/span";
import { useTroupe } from "@/sync/store";
import { datesThen, KEPT, noDates, openKept, plannedDates, useBaseline } from "./baseline";
import { useGanttView } from "./ganttView";

interface Answer {
  baselineId: string;
  dates: ReadonlyMap<string, Dates>;
}

/** The dates of the chosen baseline; null until the node has answered. */
function useAnswer(chosen: string | null): ReadonlyMap<string, Dates> | null {
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const live = useTroupe((state) => state.connection === "live");
  // The node has a new baseline only after storing it, so a pending baseline is not asked for.
  const known = useTroupe((state) => chosen !== null && state.baselines[chosen] !== undefined && state.pending[chosen] === undefined);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [tries, setTries] = useState(0);
  const here = answer !== null && answer.baselineId === chosen;
  useEffect(() => {
    if (chosen === null || workspaceId === undefined || !known || !live || here) return undefined;
    const abort = new AbortController();
    loadBaselineDates(workspaceId, chosen, abort.signal).then(
      ({ dates }) => abort.signal.aborted || setAnswer({ baselineId: chosen, dates: datesThen(dates) }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const hasReason = error instanceof ApiError && (error.code === "too_many" || error.code === "unavailable");
        const text = hasReason ? error.message : t`Couldn't load the dates of the baseline.`;
        offerAgain(text, () => setTries((before) => before + 1));
      },
    );
    return () => abort.abort();
  }, [chosen, workspaceId, known, live, here, tries]);
  return here ? answer.dates : null;
}

/** Compares the chart of a place with the baseline that the person has chosen there, as long as that baseline exists. */
export function useShownBaseline(place: string, ownDates: boolean): void {
  const me = useTroupe((state) => state.me);
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const chosen = useGanttView((view) => view.settings.baseline);
  const exists = useTroupe((state) => chosen !== null && state.baselines[chosen] !== undefined);
  const kept = useBaseline((baseline) => baseline.kept);
  const answer = useAnswer(chosen === KEPT ? null : chosen);
  useEffect(() => {
    if (me !== null && workspaceId !== undefined) void openKept({ me, workspaceId, place });
  }, [me, workspaceId, place]);
  useEffect(() => {
    const stored = chosen === KEPT ? kept?.dates : exists && answer ? plannedDates(answer, useTroupe.getState().tickets, ownDates) : undefined;
    useBaseline.setState({ dates: stored ?? noDates });
  }, [chosen, kept, exists, answer, ownDates, me, workspaceId, place]);
}
