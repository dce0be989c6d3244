import { plural, t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Ellipsis, FolderInput, FolderPlus, ListPlus, PenLine, Trash2 } from "lucide-react";
import { deleteGroup, moveGroup } from "@/actions/groups";
import { useMay } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { openOverlay } from "@/lib/overlays";
import { step } from "@/lib/place";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { ListDot } from "@/ui/Label";
import { Menu, type MenuItem } from "@/ui/Menu";
import { shownNumber } from "@/words/region";
import styles from "./Sidebar.module.css";
import { flatten, height, type GroupNode } from "./tree";
import { UnreadMark } from "./unread";
import { useGroupDrag } from "./useGroupDrag";

const levels = 3;

interface GroupLineProps {
  node: GroupNode;
  /** The groups beside this one, in their order. */
  among: readonly GroupNode[];
  /** The groups that stand in no other. */
  all: readonly GroupNode[];
  folded: boolean;
  /** The open tasks in the group, shown while it is folded. */
  count: number;
  /** True if a list in the group has unread tasks. A dot shows this while the group is folded. */
  unread: boolean;
  mayEdit: boolean;
  onFold: () => void;
}

/** The heading of a group, with its menu. It moves by dragging or by the menu. */
export function GroupLine({ node, among, all, folded, count, unread, mayEdit, onFold }: GroupLineProps) {
  const { group, level } = node;
  const mayAddList = useMay("createLists");
  const { line, zone, dragged } = useGroupDrag(node, among, all, mayEdit);
  const order = among.map((each) => each.group.id);
  const [up, down] = [step(order, group.id, -1), step(order, group.id, 1)];
  const move = (after: typeof up) => after !== undefined && void moveGroup(group.id, after);
  const own = flatten([node]).map((each) => each.group.id);
  const targets = flatten(all).filter((each) => !own.includes(each.group.id) && each.level + height(node) <= levels);
  const into = (parent: GroupNode | null) => void moveGroup(group.id, (parent?.groups ?? all).at(-1)?.group.id ?? null, parent?.group.id ?? null);
  const items: MenuItem[] = [
    ...(mayAddList ? [{ id: "list", name: t`New list in this group`, icon: ListPlus, onSelect: () => openOverlay({ kind: "listSettings", groupId: group.id }) }] : []),
    ...(level < levels ? [{ id: "inside", name: t`New group inside`, icon: FolderPlus, onSelect: () => openOverlay({ kind: "group", parentGroupId: group.id }) }] : []),
    { id: "edit", name: t`Name and color…`, icon: PenLine, apart: true, onSelect: () => openOverlay({ kind: "group", groupId: group.id }) },
    { id: "up", name: t`Move up`, icon: ArrowUp, disabled: up === undefined, onSelect: () => move(up) },
    { id: "down", name: t`Move down`, icon: ArrowDown, disabled: down === undefined, onSelect: () => move(down) },
    {
      id: "into",
      name: t`Move into`,
      icon: FolderInput,
      items: [
        { id: "none", name: t`No group`, checked: level === 1, onSelect: () => level > 1 && into(null) },
        ...targets.map((each) => ({
          id: each.group.id,
          name: each.group.name,
          picture: <ListDot hue={each.group.color} />,
          checked: each.group.id === group.parentGroupId,
          onSelect: () => each.group.id !== group.parentGroupId && into(each),
        })),
      ],
    },
    { id: "delete", name: t`Delete group`, icon: Trash2, danger: true, apart: true, onSelect: () => void deleteGroup(group.id, group.name) },
  ];
  return (
    <div ref={line} className={cx(styles.line, zone === "inside" && styles.over, dragged && styles.dragged, zone === "top" && styles.above, zone === "bottom" && styles.below)}>
      <button type="button" className={styles.link} aria-expanded={!folded} onClick={onFold}>
        <Icon of={folded ? ChevronRight : ChevronDown} size={14} />
        <ListDot hue={group.color} round />
        <span className={styles.name} dir="auto" title={group.name}>
          {group.name}
        </span>
        {folded && unread && <UnreadMark />}
        {folded && count > 0 && <span className={styles.count} aria-label={plural(count, { one: "# open task", other: "# open tasks" })}>{shownNumber(count)}</span>}
      </button>
      {mayEdit && (
        <Menu name={t`Actions for ${group.name}`} items={items}>
          <IconButton icon={Ellipsis} name={t`Actions for ${group.name}`} size="xs" className={styles.more} />
        </Menu>
      )}
    </div>
  );
}
