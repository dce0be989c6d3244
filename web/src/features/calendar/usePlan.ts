import { useMemo } from "react";
import type { Arranged } from "@/fields/arrange/arrange";
import { today } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import { keepSame, planOf, type Plan } from "./spans";

/** A plan that follows the tasks. It is computed once for each new state of the tables that it reads, and for each day. */
function planner(ticketIds: readonly string[], completed: boolean): (view: SyncState) => Plan {
  let seen: Pick<SyncState, "tickets" | "statuses"> | null = null;
  let last: Plan | null = null;
  let day = today();
  return (view) => {
    const { tickets, statuses } = view;
    const now = today();
    if (!last || seen?.tickets !== tickets || seen.statuses !== statuses || now !== day) last = keepSame(last, planOf(view, ticketIds, completed));
    seen = { tickets, statuses };
    day = now;
    return last;
  };
}

/** The tasks of a place that have dates, and those that have none. */
export function usePlan({ groups }: Arranged, completed: boolean): Plan {
  const follow = useMemo(() => planner([...new Set(groups.flatMap(({ ticketIds }) => ticketIds))], completed), [groups, completed]);
  return useTroupe(follow);
}
