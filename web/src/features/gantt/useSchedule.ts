import { useMemo } from "react";
import { criticalPath, type CriticalPath } from "@/fields/schedule/critical";
import { parentSpans, spanOf, type Span } from "@/fields/schedule/span";
import { useWorkingDays } from "@/fields/schedule/useWorkingDays";
import type { Arranged } from "@/fields/arrange/arrange";
import { useTroupe } from "@/sync/store";

type Days = Pick<Span, "start" | "end">;

const nothing: CriticalPath = { critical: new Set(), links: new Set(), slack: new Map() };

/** The days from the first to the last of some spans; null without any. */
export function boundsOf(spans: readonly (Days | null)[]): Days | null {
  return spans.reduce<Days | null>((bounds, span) => {
    if (bounds === null || span === null) return bounds ?? (span && { start: span.start, end: span.end });
    return { start: span.start < bounds.start ? span.start : bounds.start, end: span.end > bounds.end ? span.end : bounds.end };
  }, null);
}

/** The days of the tickets of a place, of parents and of groups, and the critical path if it is shown. */
export function useSchedule(arranged: Arranged, showsCritical: boolean) {
  const tickets = useTroupe((state) => state.tickets);
  const links = useTroupe((state) => (showsCritical ? state.links : null));
  const linkLags = useTroupe((state) => state.linkLags);
  const statuses = useTroupe((state) => state.statuses);
  const days = useWorkingDays();
  const parents = useMemo(() => parentSpans(tickets), [tickets]);
  const groups = useMemo(
    () =>
      new Map(
        arranged.groups.map(({ id, ticketIds }) => {
          const all = ticketIds.flatMap((each) => tickets[each] ?? []);
          const span = boundsOf(all.map((ticket) => parents.get(ticket.id) ?? spanOf(ticket)));
          return [id, { span, done: all.filter(({ completed }) => completed).length }] as const;
        }),
      ),
    [arranged, tickets, parents],
  );
  const bounds = useMemo(() => boundsOf([...groups.values()].map(({ span }) => span)), [groups]);
  const critical = useMemo(() => (links === null ? nothing : criticalPath({ tickets, links, linkLags, statuses, days })), [tickets, links, linkLags, statuses, days]);
  return { tickets, days, parents, groups, bounds, critical };
}
