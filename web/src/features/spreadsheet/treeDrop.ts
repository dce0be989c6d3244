import type { Group } from "@/fields/arrange/group";
import { stepped, type Slot } from "./drop";
import type { Line } from "./lines";

/** The lines from `from` to `to` (not included) that are at a level of a group, first to last. */
function linesAt(lines: readonly Line[], groupId: string, level: number, from = 0, to = lines.length): number[] {
  const found: number[] = [];
  for (let at = from; at < to; at += 1) {
    const line = lines[at];
    if (line?.kind === "ticket" && line.groupId === groupId && line.level === level) found.push(at);
  }
  return found;
}

/** The line behind all that is below a ticket. */
function endOf(lines: readonly Line[], at: number): number {
  const first = lines[at];
  const level = first?.kind === "ticket" ? first.level : 0;
  let end = at + 1;
  for (let line = lines[end]; line?.kind === "ticket" && line.level > level; line = lines[end]) end += 1;
  return end;
}

/** The lines of the tickets with the same parent as the ticket at `at`, the ticket itself included. */
function siblingsOf(lines: readonly Line[], at: number): number[] {
  const line = lines[at];
  if (line?.kind !== "ticket") return [];
  if (line.level === 0) return linesAt(lines, line.groupId, 0);
  const isParent = (each: Line | undefined) => each?.kind === "ticket" && each.level < line.level;
  let parent = at - 1;
  while (parent >= 0 && !isParent(lines[parent])) parent -= 1;
  return linesAt(lines, line.groupId, line.level, parent + 1, endOf(lines, parent));
}

const idAt = (lines: readonly Line[], at: number | undefined): string | undefined => {
  const line = at === undefined ? undefined : lines[at];
  return line?.kind === "ticket" ? line.ticketId : undefined;
};

/** The pixels to the side that change the level of a row, and how many levels a drag can change. */
const levelWidth = 36;
const mostLevels = 6;

/** How many levels a drag by some pixels to the right means. One that goes far to the side is only on its way up or down. */
export function levelsAside(pixels: number): number {
  const levels = Math.trunc(pixels / levelWidth);
  return Math.abs(levels) > mostLevels ? 0 : levels;
}

interface Drag {
  /** The line that was picked up, which need not be in the group of the slot. */
  pickedUp: { ticketId: string; groupId: string };
  inHand: ReadonlySet<string>;
  /** How many levels the pointer has moved to the right, or to the left if negative. */
  sideways: number;
}

/**
 * The slot of a drop in a tree. A row stays below its parent, and goes behind the nearest row above that has the same
 * parent. If the pointer has moved sideways, the row gets another parent among the rows above. The index counts the
 * tickets of the group as they are without the tree, because only the order in the list is stored.
 */
export function snapped(lines: readonly Line[], groups: readonly Group[], slot: Slot, { pickedUp, inHand, sideways }: Drag): Slot {
  const { groupId } = slot;
  const order = groups.find(({ id }) => id === groupId)?.ticketIds ?? [];
  const own = lines.findIndex((line) => line.kind === "ticket" && line.ticketId === pickedUp.ticketId && line.groupId === groupId);
  const other = sideways === 0 ? null : parentAt(lines, slot, own, inHand, sideways);
  const siblings = other ? other.siblings : own < 0 ? linesAt(lines, groupId, 0) : siblingsOf(lines, own);
  const others = siblings.filter((at) => !inHand.has(idAt(lines, at) ?? ""));
  const above = others.findLast((at) => at < slot.edge);
  const below = others.find((at) => at >= slot.edge);
  const edge = above === undefined ? (below ?? other?.edge ?? slot.edge) : endOf(lines, above);
  const under = other && { under: other.under };
  // The row is where it was, or is the only one below its parent, so the order in the list stays too.
  const stays = own >= 0 && (other ? others.length === 0 : above === others.findLast((at) => at < own));
  if (stays) return { groupId, edge, index: order.indexOf(pickedUp.ticketId), ...under };
  const [beside, behind] = above === undefined ? [idAt(lines, below), 0] : [idAt(lines, above), 1];
  return { groupId, edge, index: beside === undefined ? 0 : order.indexOf(beside) + behind, ...under };
}

interface OtherParent {
  under: NonNullable<Slot["under"]>;
  /** The lines below the parent, one level deeper. */
  siblings: number[];
  /** The first line below the parent. */
  edge: number;
}

/** The parent that a row gets by a drag sideways: at most one level deeper than the row above the slot. Null if that is its present place. */
function parentAt(lines: readonly Line[], { groupId, edge }: Slot, own: number, inHand: ReadonlySet<string>, sideways: number): OtherParent | null {
  const ownLine = lines[own];
  const ownLevel = ownLine?.kind === "ticket" ? ownLine.level : 0;
  const moves = (at: number) => inHand.has(idAt(lines, at) ?? "") || (own >= 0 && at > own && at < endOf(lines, own));
  let level = ownLevel + sideways;
  for (let at = edge - 1; at >= 0; at -= 1) {
    const line = lines[at];
    if (line?.groupId !== groupId || line.kind === "group") break;
    if (line.kind !== "ticket" || moves(at)) continue;
    level = Math.max(0, Math.min(level, line.level + 1));
    if (level === 0) break;
    if (line.level === level - 1) return { under: { parentId: line.ticketId, level }, siblings: linesAt(lines, groupId, level, at + 1, endOf(lines, at)), edge: at + 1 };
  }
  return ownLevel === 0 ? null : { under: { parentId: null, level: 0 }, siblings: linesAt(lines, groupId, 0), edge };
}

/**
 * One step of a row by key among the rows with the same parent. A row without a parent goes on to the next group at the
 * end of its own. Null where it cannot go further.
 */
export function steppedInTree(lines: readonly Line[], groups: readonly Group[], at: number, step: 1 | -1): Slot | null {
  const line = lines[at];
  if (line?.kind !== "ticket") return null;
  const siblings = siblingsOf(lines, at);
  const next = siblings[siblings.indexOf(at) + step];
  const id = idAt(lines, next);
  if (next !== undefined && id !== undefined) {
    const order = groups.find((group) => group.id === line.groupId)?.ticketIds ?? [];
    return { groupId: line.groupId, index: order.indexOf(id) + (step > 0 ? 1 : 0), edge: step > 0 ? endOf(lines, next) : next };
  }
  if (line.level > 0) return null;
  // From the last row of the group, whatever is below it, the way leads into the next group.
  const slot = stepped(lines, step > 0 ? endOf(lines, at) - 1 : at, step);
  return slot && slot.groupId !== line.groupId ? slot : null;
}
