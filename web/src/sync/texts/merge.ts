import type * as Y from "yjs";
import { stretchesOf } from "@/lib/differences";
import { elementsOf, keyOf, rootOf, type TreeNode } from "./tree";

/** A difference between two lists of blocks: the blocks `from` to `to` became `blocks`. */
export interface Hunk {
  from: number;
  to: number;
  blocks: readonly TreeNode[];
}

/**
 * The differences from one list of blocks to another, in order. If as many blocks came as went, each is a difference of its
 * own: most edits change blocks, and a block is then affected by changes of that block only.
 */
export const differences = (before: readonly TreeNode[], after: readonly TreeNode[]): Hunk[] =>
  stretches(before, after).flatMap((hunk) =>
    hunk.to - hunk.from === hunk.blocks.length ? hunk.blocks.map((block, at) => ({ from: hunk.from + at, to: hunk.from + at + 1, blocks: [block] })) : [hunk],
  );

const stretches = (before: readonly TreeNode[], after: readonly TreeNode[]): Hunk[] =>
  stretchesOf(before.map(keyOf), after.map(keyOf)).map(({ from, to, start, end }) => ({ from, to, blocks: after.slice(start, end) }));

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
