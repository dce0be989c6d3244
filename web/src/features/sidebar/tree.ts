import type { Group, List } from "@/wire/generated";

/** A group with what stands in it. */
export interface GroupNode {
  group: Group;
  /** 1 for a group that stands in no other. */
  level: number;
  lists: readonly List[];
  groups: readonly GroupNode[];
}

/**
 * The groups as the sidebar shows them, and the lists that stand in none. Lists and groups are given in their order. A group
 * that is gone, or that the person does not see, counts as none.
 */
export function treeOf(lists: readonly List[], groups: readonly Group[]): { lists: readonly List[]; groups: readonly GroupNode[] } {
  const known = new Set(groups.map(({ id }) => id));
  const homeOf = (id: string | null | undefined) => (id && known.has(id) ? id : null);
  const within = (id: string | null, level: number): GroupNode[] =>
    groups
      .filter((group) => homeOf(group.parentGroupId) === id)
      .map((group) => ({ group, level, lists: lists.filter((list) => homeOf(list.groupId) === group.id), groups: within(group.id, level + 1) }));
  return { lists: lists.filter((list) => homeOf(list.groupId) === null), groups: within(null, 1) };
}

/** All groups of a tree, each before those that stand in it. */
export const flatten = (nodes: readonly GroupNode[]): GroupNode[] => nodes.flatMap((node) => [node, ...flatten(node.groups)]);

/** How many levels a group takes with the groups in it. */
export const height = ({ groups }: GroupNode): number => 1 + Math.max(0, ...groups.map(height));
