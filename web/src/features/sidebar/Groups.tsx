import type { RefObject } from "react";
import { useMay } from "@/actions/useMay";
import { useTroupe } from "@/sync/store";
import type { List } from "@/wire/generated";
import { useFolded } from "./folded";
import { GroupLine } from "./GroupLine";
import { ListLine } from "./ListLine";
import styles from "./Sidebar.module.css";
import { flatten, type GroupNode } from "./tree";
import { useUnreadLists } from "./unread";
import { useRootDrop } from "./useGroupDrag";

interface GroupsProps {
  slug: string;
  nodes: readonly GroupNode[];
  counts: Readonly<Record<string, number>>;
  /** The heading of all lists: what is dropped there stands in no group. */
  heading: RefObject<HTMLElement | null>;
  onDelete: (list: List) => void;
}

/** The groups of lists, each with what stands in it. */
export function Groups({ slug, nodes, counts, heading, onDelete }: GroupsProps) {
  const workspaceId = useTroupe((state) => state.workspace?.id ?? "");
  const me = useTroupe((state) => state.me ?? "");
  const mayEdit = useMay("editLists");
  const { isFolded, toggle } = useFolded(workspaceId, me);
  useRootDrop(heading, nodes.at(-1)?.group.id ?? null);
  const unread = useUnreadLists();
  const total = (node: GroupNode): number => flatten([node]).flatMap(({ lists }) => lists).reduce((sum, { id }) => sum + (counts[id] ?? 0), 0);
  const show = (node: GroupNode, among: readonly GroupNode[]) => {
    const { group, lists, groups } = node;
    const folded = isFolded(group.id);
    return (
      <div key={group.id} role="group" aria-label={group.name}>
        <GroupLine node={node} among={among} all={nodes} folded={folded} count={total(node)} unread={flatten([node]).some((each) => each.lists.some(({ id }) => unread.has(id)))} mayEdit={mayEdit} onFold={() => toggle(group.id)} />
        {!folded && (
          <div className={styles.inner}>
            {lists.map((list) => (
              <ListLine key={list.id} slug={slug} list={list} groupId={group.id} count={counts[list.id] ?? 0} among={lists} onDelete={() => onDelete(list)} />
            ))}
            {groups.map((inner) => show(inner, groups))}
          </div>
        )}
      </div>
    );
  };
  return <>{nodes.map((node) => show(node, nodes))}</>;
}
