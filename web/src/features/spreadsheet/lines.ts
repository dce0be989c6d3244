import type { Group } from "@/fields/arrange/group";
import { DONE } from "@/fields/periods";
import { nested, noParents, type Parents, type TreeNode } from "./tree";

/** The content of one line of the sheet. `closed` says whether the subtasks of a ticket are folded up; null if none are below it. */
export type Line =
  | { kind: "group"; key: string; groupId: string; count: number; folded: boolean }
  | { kind: "ticket"; key: string; groupId: string; ticketId: string; number: number; level: number; closed: boolean | null }
  | { kind: "new"; key: string; groupId: string; first: boolean }
  | { kind: "foot"; key: string; groupId: string };

export const firstLineOf = (groupId: string) => `first:${groupId}`;
export const lastLineOf = (groupId: string) => `last:${groupId}`;

interface Wanted {
  groups: readonly Group[];
  /** Groups and tickets that are folded up. */
  folded: readonly string[];
  /** True if the place is not grouped, so that no group has a head. */
  headless: boolean;
  /** True if groups without tickets have a head too. */
  showEmpty: boolean;
  mayAdd: boolean;
  /** The line that a new title is typed in. A line at the top exists only while it is typed in. */
  writing: string | null;
  /** The parents of subtasks, if those stand below their parents. */
  parents?: Parents;
  /** True if groups end with a line for their totals. */
  totals?: boolean;
}

/** A group with fewer tickets has no line for totals. */
const leastForTotals = 2;

/**
 * The lines of the sheet, from top to bottom. A line has the same key in every group, so that the focus moves with its
 * ticket. If a ticket is in two groups, the second line has a key of its own.
 */
export function linesOf({ groups, folded, headless, showEmpty, mayAdd, writing, parents = noParents, totals = false }: Wanted): Line[] {
  const lines: Line[] = [];
  const seen = new Set<string>();
  const closedIds = new Set(folded);
  let number = 0;
  for (const { id: groupId, ticketIds } of groups) {
    const isFolded = !headless && closedIds.has(groupId);
    if (!headless) {
      if (ticketIds.length === 0 && !showEmpty) continue;
      lines.push({ kind: "group", key: `group ${groupId}`, groupId, count: ticketIds.length, folded: isFolded });
    }
    if (mayAdd && writing === firstLineOf(groupId)) lines.push({ kind: "new", key: firstLineOf(groupId), groupId, first: true });
    const nodes = parents.size > 0 ? nested(ticketIds, parents) : null;
    for (let at = 0; at < ticketIds.length; at += 1) {
      const node: Partial<TreeNode> = nodes?.[at] ?? {};
      const { ticketId = ticketIds[at] ?? "", level = 0, below = 0 } = node;
      number += 1;
      const key = seen.has(ticketId) ? `${ticketId} ${groupId}` : ticketId;
      seen.add(ticketId);
      const closed = below === 0 ? null : closedIds.has(ticketId);
      if (!isFolded) lines.push({ kind: "ticket", key, groupId, ticketId, number, level, closed });
      if (!closed) continue;
      at += below;
      number += below;
    }
    if (mayAdd && !isFolded && groupId !== DONE && (headless || ticketIds.length > 0))
      lines.push({ kind: "new", key: lastLineOf(groupId), groupId, first: false });
    if (totals && !isFolded && ticketIds.length >= leastForTotals) lines.push({ kind: "foot", key: `foot ${groupId}`, groupId });
  }
  return lines;
}

/** The tickets of the sheet in their order, for ranges and "select all". */
export const ticketIdsOf = (lines: readonly Line[]): string[] =>
  lines.flatMap((line) => (line.kind === "ticket" ? [line.ticketId] : []));

/** The lines of one kind, from the top: the heads of groups, or their totals. */
export const linesOfKind = (lines: readonly Line[], kind: "group" | "foot"): number[] => lines.flatMap((line, index) => (line.kind === kind ? [index] : []));

/** The head above a line, or the line itself if it is a head. */
export const headAbove = (heads: readonly number[], index: number): number | undefined => heads.findLast((head) => head <= index);

/** The totals below a line, or the line itself. */
export const footBelow = (feet: readonly number[], index: number): number | undefined => feet.find((foot) => foot >= index);
