import { t } from "@lingui/core/macro";
import { Archive, ArrowDown, ArrowUp, Ellipsis, FolderInput, FolderPlus, Palette, PenLine, Settings2, Share2, Trash2 } from "lucide-react";
import { moveList, updateList } from "@/actions/lists";
import { favoriteItem, useIsFavorite } from "@/actions/favorites";
import { putIntoGroup, setArchived } from "@/actions/groups";
import { useMay, useMayIn } from "@/actions/useMay";
import { openOverlay } from "@/lib/overlays";
import { step } from "@/lib/place";
import { restrictedLists } from "@/sync/homes";
import { groupsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { hueItems } from "@/ui/hueItems";
import { IconButton } from "@/ui/IconButton";
import { ListDot } from "@/ui/Label";
import { Menu, type MenuItem } from "@/ui/Menu";
import type { List } from "@/wire/generated";
import styles from "./Sidebar.module.css";

export interface ListMenuProps {
  list: List;
  /** The group of the list. Suggested lists are in no group. */
  groupId: string | null | undefined;
  /** The ids of this list and the lists beside it, in order. */
  order: readonly string[];
  onRename: () => void;
  onDelete: () => void;
}

/** The menu of a list in the sidebar. A person who may not change the list can still add it to the favorites. */
export function ListMenu({ list, groupId, order, onRename, onDelete }: ListMenuProps) {
  const mayEdit = useMayIn("editLists", list.id);
  // Groups belong to the workspace, so the rights in the list do not count.
  const mayArrange = useMay("editLists");
  const mayDelete = useMayIn("deleteLists", list.id);
  const mayShare = useMayIn("restrictLists", list.id);
  const restricted = useTroupe((state) => restrictedLists(state).has(list.id));
  const groups = useTroupe((state) => state.groups);
  const up = step(order, list.id, -1);
  const down = step(order, list.id, 1);
  const move = (after: typeof up) => after !== undefined && void moveList(list.id, after);
  const place = { kind: "list", id: list.id } as const;
  const isOne = useIsFavorite(place);
  const items: MenuItem[] = [favoriteItem(place, isOne)];
  if (mayEdit) items.push({ id: "rename", name: t`Rename`, icon: PenLine, apart: true, onSelect: onRename });
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
  if (mayShare || restricted) items.push({ id: "share", name: t`Share`, icon: Share2, apart: true, onSelect: () => openOverlay({ kind: "share", listId: list.id }) });
  if (mayDelete) items.push({ id: "delete", name: t`Delete list`, icon: Trash2, danger: true, apart: true, onSelect: onDelete });
  return (
    <Menu name={t`Actions for ${list.name}`} items={items}>
      <IconButton icon={Ellipsis} name={t`Actions for ${list.name}`} size="xs" className={styles.more} />
    </Menu>
  );
}
