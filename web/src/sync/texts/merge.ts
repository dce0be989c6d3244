import type * as Y from "yjs";
import { elementsOf, keyOf, rootOf, type TreeNode } from "./tree";

/** A difference between two lists of blocks: the blocks `from` to `to` became `blocks`. */
export interface Hunk {
  from: number;
  to: number;
  blocks: readonly TreeNode[];
}

/** Longer documents are compared only at their beginnings and ends. */
const maxCells = 4_000_000;

/**
 * The differences from one list of blocks to another, in order. If as many blocks came as went, each is a difference of its
 * own: most edits change blocks, and a block is then affected by changes of that block only.
 */
export const differences = (before: readonly TreeNode[], after: readonly TreeNode[]): Hunk[] =>
  stretches(before, after).flatMap((hunk) =>
    hunk.to - hunk.from === hunk.blocks.length ? hunk.blocks.map((block, at) => ({ from: hunk.from + at, to: hunk.from + at + 1, blocks: [block] })) : [hunk],
  );

function stretches(before: readonly TreeNode[], after: readonly TreeNode[]): Hunk[] {
  const [a, b] = [before.map(keyOf), after.map(keyOf)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const [rows, columns] = [a.length - head - tail, b.length - head - tail];
  if (rows === 0 && columns === 0) return [];
  const whole = [{ from: head, to: a.length - tail, blocks: after.slice(head, b.length - tail) }];
  if (rows === 0 || columns === 0 || rows * columns > maxCells) return whole;
  return hunksOf(a.slice(head, head + rows), b.slice(head, head + columns)).map(({ from, to, start, end }) => ({
    from: from + head,
    to: to + head,
    blocks: after.slice(start + head, end + head),
  }));
}

/** The longest common subsequence, and what lies between its parts. */
function hunksOf(a: readonly string[], b: readonly string[]): { from: number; to: number; start: number; end: number }[] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = a.length - 1; row >= 0; row -= 1)
    for (let column = b.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] = a[row] === b[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const found: { from: number; to: number; start: number; end: number }[] = [];
  let [row, column] = [0, 0];
  let [from, start] = [0, 0];
  const close = () => {
    if (from < row || start < column) found.push({ from, to: row, start, end: column });
  };
  while (row < a.length && column < b.length) {
    if (a[row] === b[column]) {
      close();
      row += 1;
      column += 1;
      [from, start] = [row, column];
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  [row, column] = [a.length, b.length];
  close();
  return found;
}

/** The result of bringing own changes to another copy of a text. */
export interface Brought {
  /** Changes to make to the other copy, from its end to its beginning. */
  changes: Hunk[];
  /** Own blocks whose place in the other copy has changed too. */
  lost: TreeNode[];
}

/**
 * Brings the changes from `base` to `mine` to `theirs`, another continuation of `base` (TX16). A change is brought if the
 * blocks that it replaces are unchanged in `theirs`; otherwise its text is lost, and is offered to the person.
 */
export function bring(base: readonly TreeNode[], mine: readonly TreeNode[], theirs: readonly TreeNode[]): Brought {
  const others = differences(base, theirs);
  const brought: Brought = { changes: [], lost: [] };
  for (const own of differences(base, mine)) {
    const isSame = (other: Hunk) => other.from === own.from && other.to === own.to && other.blocks.map(keyOf).join() === own.blocks.map(keyOf).join();
    if (others.some(isSame)) continue;
    if (others.some((other) => other.from < own.to && own.from < other.to)) {
      brought.lost.push(...own.blocks);
      continue;
    }
    // Where both have added blocks at one place, the own ones come last.
    const shift = others.filter((other) => other.to <= own.from).reduce((sum, { from, to, blocks }) => sum + blocks.length - (to - from), 0);
    brought.changes.unshift({ from: own.from + shift, to: own.to + shift, blocks: own.blocks });
  }
  return brought;
}

/** Writes changes into a document, in one transaction. */
export function write(doc: Y.Doc, changes: readonly Hunk[], origin: unknown): void {
  const root = rootOf(doc);
  doc.transact(() => {
    for (const { from, to, blocks } of changes) {
      if (to > from) root.delete(from, to - from);
      if (blocks.length > 0) root.insert(from, elementsOf(blocks));
    }
  }, origin);
}
