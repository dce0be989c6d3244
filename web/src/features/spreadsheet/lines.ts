import type { Group } from "@/fields/arrange/group";

/** What stands in one line of the sheet. */
export type Line =
  | { kind: "group"; key: string; groupId: string; count: number; folded: boolean }
  | { kind: "ticket"; key: string; groupId: string; ticketId: string; number: number }
  | { kind: "new"; key: string; groupId: string; first: boolean };

export const firstLineOf = (groupId: string) => `first:${groupId}`;
export const lastLineOf = (groupId: string) => `last:${groupId}`;

interface Wanted {
  groups: readonly Group[];
  folded: readonly string[];
  /** Without heads, for a place that is not grouped. */
  headless: boolean;
  /** Groups without tickets have a head too. */
  showEmpty: boolean;
  mayAdd: boolean;
  /** The new line that a person types in: only then does a first line exist. */
  writing: string | null;
}

/**
 * The sheet from top to bottom. A ticket keeps its line's key from group to group, so that focus goes
 * with it; only where it stands in two groups has the second line a key of its own.
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

/** The tickets of the sheet in their order, for ranges and "all". */
export const ticketIdsOf = (lines: readonly Line[]): string[] =>
  lines.flatMap((line) => (line.kind === "ticket" ? [line.ticketId] : []));

/** Where the heads of groups stand, from the top. */
export const headsOf = (lines: readonly Line[]): number[] => lines.flatMap((line, index) => (line.kind === "group" ? [index] : []));

/** The head that a line stands under, or is. */
export const headAbove = (heads: readonly number[], index: number): number | undefined => heads.findLast((head) => head <= index);
