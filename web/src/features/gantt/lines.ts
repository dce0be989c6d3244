import type { Group } from "@/fields/arrange/group";
import type { ById } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** A row of the chart. */
export type Line =
  | { kind: "group"; key: string; groupId: string; ticketIds: readonly string[]; folded: boolean }
  | { kind: "ticket"; key: string; groupId: string; ticketId: string; level: number; parentKey: string | null; hasChildren: boolean; folded: boolean }
  | { kind: "new"; key: string; groupId: string };

interface Wanted {
  groups: readonly Group[];
  tickets: ById<Ticket>;
  /** The ids of groups and of tickets that are folded up. */
  folded: ReadonlySet<string>;
  /** True if the place is not grouped, so that no group has a head. */
  headless: boolean;
  /** True if each group ends with a line for new tickets. */
  mayAdd: boolean;
}

/**
 * The rows of the chart, from top to bottom. Within a group, a subtask is below its parent, if the group has the parent
 * too. If a ticket is in two groups, its second row has a key of its own.
 */
export function linesOf({ groups, tickets, folded, headless, mayAdd }: Wanted): Line[] {
  const lines: Line[] = [];
  const keys = new Set<string>();
  for (const { id: groupId, ticketIds } of groups) {
    if (ticketIds.length === 0) continue;
    const isFolded = !headless && folded.has(groupId);
    if (!headless) lines.push({ kind: "group", key: `group ${groupId}`, groupId, ticketIds, folded: isFolded });
    if (isFolded) continue;
    const children = childrenIn(ticketIds, tickets);
    const drawn = new Set<string>();
    const draw = (ticketId: string, level: number, parentKey: string | null) => {
      if (drawn.has(ticketId)) return;
      drawn.add(ticketId);
      const key = keys.has(ticketId) ? `${ticketId} ${groupId}` : ticketId;
      keys.add(key);
      const below = children.get(ticketId) ?? [];
      const isClosed = below.length > 0 && folded.has(ticketId);
      lines.push({ kind: "ticket", key, groupId, ticketId, level, parentKey, hasChildren: below.length > 0, folded: isClosed });
      for (const id of below) {
        if (isClosed) drawn.add(id);
        else draw(id, level + 1, key);
      }
      if (isClosed) hide(below, children, drawn);
    };
    for (const id of children.get(null) ?? []) draw(id, 0, null);
    // Parents in a circle: only an edit that the node has not yet answered can cause one.
    for (const id of ticketIds) draw(id, 0, null);
    if (mayAdd) lines.push({ kind: "new", key: `new ${groupId}`, groupId });
  }
  return lines;
}

/** The tickets of a group by their parent in the group; `null` has those without one. All keep the order of the group. */
function childrenIn(ticketIds: readonly string[], tickets: ById<Ticket>): ReadonlyMap<string | null, readonly string[]> {
  const here = new Set(ticketIds);
  const children = new Map<string | null, string[]>();
  for (const id of ticketIds) {
    const parentId = tickets[id]?.parentTicketId ?? null;
    const under = parentId !== null && parentId !== id && here.has(parentId) ? parentId : null;
    const known = children.get(under);
    if (known) known.push(id);
    else children.set(under, [id]);
  }
  return children;
}

/** Marks all rows below a closed row as drawn, so that they are not added elsewhere. */
function hide(ids: readonly string[], children: ReadonlyMap<string | null, readonly string[]>, drawn: Set<string>): void {
  const below = [...ids];
  for (const id of below) {
    for (const child of children.get(id) ?? []) {
      if (!drawn.has(child)) below.push(child);
      drawn.add(child);
    }
  }
}

/** The tickets of the chart in their order, for ranges and "select all". */
export const ticketIdsOf = (lines: readonly Line[]): string[] => lines.flatMap((line) => (line.kind === "ticket" ? [line.ticketId] : []));

/** The tickets of the place that have no day, each once. */
export function unscheduledIn(groups: readonly Group[], isScheduled: (ticketId: string) => boolean): string[] {
  return [...new Set(groups.flatMap(({ ticketIds }) => ticketIds))].filter((id) => !isScheduled(id));
}
