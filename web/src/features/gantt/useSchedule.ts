import { useMemo } from "react";
import { criticalPath, type CriticalPath } from "@/fields/schedule/critical";
import { parentSpans, spanOf, type Days } from "@/fields/schedule/span";
import { useWorkingDays } from "@/fields/schedule/useWorkingDays";
import type { Arranged } from "@/fields/arrange/arrange";
import { useTroupe } from "@/sync/store";
import { milestonesOf, recordsOf } from "./milestones";

const nothing: CriticalPath = { critical: new Set(), links: new Set(), slack: new Map() };
const noParents: ReadonlyMap<string, Days> = new Map();

/** The days from the first to the last of some spans; null without any. */
export function boundsOf(spans: readonly (Days | null)[]): Days | null {
  return spans.reduce<Days | null>((bounds, span) => {
    if (bounds === null || span === null) return bounds ?? (span && { start: span.start, end: span.end });
    return { start: span.start < bounds.start ? span.start : bounds.start, end: span.end > bounds.end ? span.end : bounds.end };
  }, null);
}

/**
 * The tickets of a place in time: the days of parents and of groups, the critical path if it is shown, and the milestones.
 * There are no parents if tickets with subtasks show dates of their own.
 */
export function useSchedule(arranged: Arranged, { showsCritical, ownDates }: { showsCritical: boolean; ownDates: boolean }) {
  const tickets = useTroupe((state) => state.tickets);
  const links = useTroupe((state) => (showsCritical ? state.links : null));
  const linkLags = useTroupe((state) => state.linkLags);
  const statuses = useTroupe((state) => state.statuses);
  const fixVersions = useTroupe((state) => state.fixVersions);
  const sprints = useTroupe((state) => state.sprints);
  const days = useWorkingDays();
  const all = useMemo(() => [...new Set(arranged.groups.flatMap(({ ticketIds }) => ticketIds))], [arranged]);
  const parents = useMemo(() => (ownDates ? noParents : parentSpans(tickets)), [tickets, ownDates]);
  const groups = useMemo(
    () =>
      new Map(
        arranged.groups.map(({ id, ticketIds }) => {
          const own = ticketIds.flatMap((each) => tickets[each] ?? []);
          const span = boundsOf(own.map((ticket) => parents.get(ticket.id) ?? spanOf(ticket)));
          return [id, { span, done: own.filter(({ completed }) => completed).length }] as const;
        }),
      ),
    [arranged, tickets, parents],
  );
  const bounds = useMemo(() => boundsOf([...groups.values()].map(({ span }) => span)), [groups]);
  const critical = useMemo(() => (links === null ? nothing : criticalPath({ tickets, links, linkLags, statuses, days, rolled: !ownDates })), [tickets, links, linkLags, statuses, days, ownDates]);
  // Edits that change no version and no sprint leave the milestones as they are.
  const named = useMemo(() => recordsOf(all.flatMap((id) => tickets[id] ?? [])).join(), [all, tickets]);
  const milestones = useMemo(() => milestonesOf({ fixVersions, sprints }, named.split(",")), [fixVersions, sprints, named]);
  return { tickets, all, days, parents, groups, bounds, critical, milestones };
}
