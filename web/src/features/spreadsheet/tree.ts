import type { Group } from "@/fields/arrange/group";
import type { SyncState } from "@/sync/types";

/** The parents of subtasks: the id of the parent by the id of the subtask. */
export type Parents = ReadonlyMap<string, string>;

export const noParents: Parents = new Map();

/** A ticket of a tree, and the number of tickets below it. */
export interface TreeNode {
  ticketId: string;
  level: number;
  below: number;
}

/**
 * The tickets of a group as a tree, from top to bottom. A subtask is below its parent if the group has the parent too.
 * Tickets with the same parent keep the order of the group.
 */
export function nested(ticketIds: readonly string[], parents: Parents): TreeNode[] {
  const here = new Set(ticketIds);
  const children = new Map<string | undefined, string[]>();
  for (const id of ticketIds) {
    const parent = parents.get(id);
    const under = parent !== undefined && here.has(parent) ? parent : undefined;
    const known = children.get(under);
    if (known) known.push(id);
    else children.set(under, [id]);
  }
  const nodes: TreeNode[] = [];
  const added = new Set<string>();
  const add = (ticketId: string, level: number): number => {
    if (added.has(ticketId)) return 0;
    added.add(ticketId);
    const node: TreeNode = { ticketId, level, below: 0 };
    nodes.push(node);
    for (const child of children.get(ticketId) ?? []) node.below += add(child, level + 1);
    return node.below + 1;
  };
  for (const id of children.get(undefined) ?? []) add(id, 0);
  // Parents in a circle, which only an edit without an answer can bring about.
  for (const id of ticketIds) add(id, 0);
  return nodes;
}

/** Follows the parents of the tickets in these groups. The result stays the same until one of them changes. */
export function parentsFollower(groups: readonly Group[]): (state: Pick<SyncState, "tickets">) => Parents {
  let seen: SyncState["tickets"] | null = null;
  let last = noParents;
  return ({ tickets }) => {
    if (tickets === seen) return last;
    seen = tickets;
    const now = new Map<string, string>();
    for (const { ticketIds } of groups)
      for (const id of ticketIds) {
        const parent = tickets[id]?.parentTicketId;
        if (parent) now.set(id, parent);
      }
    if (now.size !== last.size || [...now].some(([id, parent]) => last.get(id) !== parent)) last = now;
    return last;
  };
}
