import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp, Ellipsis, Palette, PenLine, Share2, Trash2 } from "lucide-react";
import { useState } from "react";
import { moveList, updateList } from "@/actions/config";
import { useMayIn } from "@/actions/useMay";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { step } from "@/lib/place";
import { restrictedLists } from "@/sync/homes";
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
  /** All lists in order, this one among them. */
  among: readonly List[];
  onDelete: () => void;
}

/** A list with its menu. It moves by dragging or by the menu. */
export function ListLine({ slug, list, count, among, onDelete }: ListLineProps) {
  const [renaming, setRenaming] = useState(false);
  const mayEdit = useMayIn("editLists", list.id);
  const mayDelete = useMayIn("deleteLists", list.id);
  const mayShare = useMayIn("restrictLists", list.id);
  const restricted = useTroupe((state) => restrictedLists(state).has(list.id));
  const names = useTroupe((state) => state.lists);
  const order = among.map(({ id }) => id);
  const { line, over, dragged, edge } = useListDrag(list.id, order, renaming, mayEdit);
  const dot = <ListDot hue={list.color} outline={list.suggested} />;

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
