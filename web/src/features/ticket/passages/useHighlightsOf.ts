import { useMemo } from "react";
import { useTroupe } from "@/sync/store";
import { highlightsOf, type Highlight } from "./passage";

const none: readonly Highlight[] = [];

/** The passages of the open threads of a task, as far as its comments have been loaded. */
export function useHighlightsOf(ticketId: string): readonly Highlight[] {
  const activities = useTroupe((state) => state.details[ticketId]?.activities);
  return useMemo(() => (activities ? highlightsOf(activities) : none), [activities]);
}
