import { t } from "@lingui/core/macro";
import { Archive, ArrowDown, ArrowUp, Ellipsis, FolderInput, FolderPlus, Palette, PenLine, Settings2, Share2, Trash2 } from "lucide-react";
import { useState } from "react";
import { moveList, updateList } from "@/actions/config";
import { putIntoGroup, setArchived } from "@/actions/groups";
import { useMay, useMayIn } from "@/actions/useMay";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { step } from "@/lib/place";
import { restrictedLists } from "@/sync/homes";
import { groupsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { hueItems } from "@/ui/hueItems";
import { IconButton } from "@/ui/IconButton";
import { ListDot, RestrictedMark } from "@/ui/Label";
import { Menu, type MenuItem } from "@/ui/Menu";
import type { List } from "@/wire/generated";
import { Line } from "./Line";
import { NameInput } from "./NameInput";
import styles from "./Sidebar.module.css";
import { useListDrag } from "./useListDrag";

interface ListLineProps {
  slug: string;
  list: List;
  count: number;
  /** The group that it stands in. Suggested lists stand in none. */
  groupId?: string | null;
  /** The lists that stand together, in order, this one among them. */
  among: readonly List[];
  onDelete: () => void;
}

/** A list with its menu. It moves by dragging or by the menu. */
export function ListLine({ slug, list, count, groupId, among, onDelete }: ListLineProps) {
  const [renaming, setRenaming] = useState(false);
  const mayEdit = useMayIn("editLists", list.id);
  // Groups are of the workspace, whoever manages the list.
  const mayArrange = useMay("editLists");
  const mayDelete = useMayIn("deleteLists", list.id);
  const mayShare = useMayIn("restrictLists", list.id);
  const restricted = useTroupe((state) => restrictedLists(state).has(list.id));
  const names = useTroupe((state) => state.lists);
  const order = among.map(({ id }) => id);
  const { line, over, dragged, edge } = useListDrag(list.id, { order, groupId }, renaming, mayEdit);
  const dot = <ListDot hue={list.color} outline={list.suggested} icon={list.icon} />;
  const groups = useTroupe((state) => state.groups);

  if (renaming && mayEdit)
    return (
      <NameInput
        picture={dot}
        label={t`New name for ${list.name}`}
        initial={list.name}
        taken={Object.values(names)
          .filter(({ id }) => id !== list.id)
          .map(({ name }) => name)}
        onName={(name) => {
          setRenaming(false);
          void updateList(list.id, { name });
        }}
        onCancel={() => setRenaming(false)}
      />
    );

  const up = step(order, list.id, -1);
  const down = step(order, list.id, 1);
  const move = (after: typeof up) => after !== undefined && void moveList(list.id, after);
  const items: MenuItem[] = [];
  if (mayEdit) items.push({ id: "rename", name: t`Rename`, icon: PenLine, onSelect: () => setRenaming(true) });
  if (mayEdit && !list.suggested)
    items.push({ id: "color", name: t`Color`, icon: Palette, items: hueItems(list.color, ListDot, (color) => void updateList(list.id, { color })) });
  if (mayEdit)
    items.push(
      { id: "up", name: t`Move up`, icon: ArrowUp, disabled: up === undefined, onSelect: () => move(up) },
      { id: "down", name: t`Move down`, icon: ArrowDown, disabled: down === undefined, onSelect: () => move(down) },
    );
  if (mayEdit && groupId !== undefined && mayArrange)
    items.push({
      id: "group",
      name: t`Move to group`,
      icon: FolderInput,
      items: [
        { id: "none", name: t`No group`, checked: groupId === null, onSelect: () => groupId !== null && void putIntoGroup(list.id, null) },
        ...groupsInOrder({ groups }).map(({ id, name, color }) => ({ id, name, picture: <ListDot hue={color} round />, checked: id === groupId, onSelect: () => id !== groupId && void putIntoGroup(list.id, id) })),
        { id: "new", name: t`New group…`, icon: FolderPlus, apart: true, onSelect: () => openOverlay({ kind: "group", listId: list.id }) },
      ],
    });
  if (mayEdit)
    items.push(
      { id: "settings", name: t`List settings…`, icon: Settings2, apart: true, onSelect: () => openOverlay({ kind: "listSettings", listId: list.id }) },
      { id: "archive", name: t`Archive`, icon: Archive, onSelect: () => void setArchived(list.id, list.name, true) },
    );
  if (mayShare || restricted) items.push({ id: "share", name: t`Share`, icon: Share2, apart: mayEdit, onSelect: () => openOverlay({ kind: "share", listId: list.id }) });
  if (mayDelete) items.push({ id: "delete", name: t`Delete list`, icon: Trash2, danger: true, apart: items.length > 0, onSelect: onDelete });
  return (
    <Line
      ref={line}
      over={over}
      dragged={dragged}
      edge={edge}
      to={paths.list(slug, list.id)}
      icon={dot}
      name={list.name}
      mark={restricted && <RestrictedMark />}
      count={count}
      more={
        items.length > 0 && (
          <Menu name={t`Actions for ${list.name}`} items={items}>
            <IconButton icon={Ellipsis} name={t`Actions for ${list.name}`} size="xs" className={styles.more} />
          </Menu>
        )
      }
    />
  );
}
