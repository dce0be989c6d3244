import type { Group } from "@/fields/arrange/group";

/** The content of one line of the sheet. */
export type Line =
  | { kind: "group"; key: string; groupId: string; count: number; folded: boolean }
  | { kind: "ticket"; key: string; groupId: string; ticketId: string; number: number }
  | { kind: "new"; key: string; groupId: string; first: boolean };

export const firstLineOf = (groupId: string) => `first:${groupId}`;
export const lastLineOf = (groupId: string) => `last:${groupId}`;

interface Wanted {
  groups: readonly Group[];
  folded: readonly string[];
  /** True if the place is not grouped, so that no group has a head. */
  headless: boolean;
  /** True if groups without tickets have a head too. */
  showEmpty: boolean;
  mayAdd: boolean;
  /** The line that a new title is typed in. A line at the top exists only while it is typed in. */
  writing: string | null;
}

/**
 * The lines of the sheet, from top to bottom. A line has the same key in every group, so that the focus moves with its
 * ticket. If a ticket is in two groups, the second line has a key of its own.
 */
export function linesOf({ groups, folded, headless, showEmpty, mayAdd, writing }: Wanted): Line[] {
  const lines: Line[] = [];
  const seen = new Set<string>();
  let number = 0;
  for (const { id: groupId, ticketIds } of groups) {
    const isFolded = !headless && folded.includes(groupId);
    if (!headless) {
      if (ticketIds.length === 0 && !showEmpty) continue;
      lines.push({ kind: "group", key: `group ${groupId}`, groupId, count: ticketIds.length, folded: isFolded });
    }
    if (mayAdd && writing === firstLineOf(groupId)) lines.push({ kind: "new", key: firstLineOf(groupId), groupId, first: true });
    for (const ticketId of ticketIds) {
      number += 1;
      const key = seen.has(ticketId) ? `${ticketId} ${groupId}` : ticketId;
      seen.add(ticketId);
      if (!isFolded) lines.push({ kind: "ticket", key, groupId, ticketId, number });
    }
    if (mayAdd && !isFolded && (headless || ticketIds.length > 0))
      lines.push({ kind: "new", key: lastLineOf(groupId), groupId, first: false });
  }
  return lines;
}

/** The tickets of the sheet in their order, for ranges and "select all". */
export const ticketIdsOf = (lines: readonly Line[]): string[] =>
  lines.flatMap((line) => (line.kind === "ticket" ? [line.ticketId] : []));

/** The lines that are heads of groups, from the top. */
export const headsOf = (lines: readonly Line[]): number[] => lines.flatMap((line, index) => (line.kind === "group" ? [index] : []));

/** The head above a line, or the line itself if it is a head. */
export const headAbove = (heads: readonly number[], index: number): number | undefined => heads.findLast((head) => head <= index);
