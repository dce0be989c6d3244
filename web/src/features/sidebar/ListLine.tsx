import { ArrowDown, ArrowUp, Ellipsis, Palette, PenLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { moveList, updateList } from "@/actions/config";
import { paths } from "@/lib/paths";
import { useTroupe } from "@/sync/store";
import { hueItems } from "@/ui/hueItems";
import { IconButton } from "@/ui/IconButton";
import { ListDot } from "@/ui/Label";
import { Menu, type MenuItem } from "@/ui/Menu";
import type { List } from "@/wire/generated";
import { Line } from "./Line";
import { NameInput } from "./NameInput";
import styles from "./Sidebar.module.css";

interface ListLineProps {
  slug: string;
  list: List;
  count: number;
  /** The lists that it stands among, in order. */
  among: readonly List[];
  onDelete: () => void;
}

/** A list, with what can be done to it. */
export function ListLine({ slug, list, count, among, onDelete }: ListLineProps) {
  const [renaming, setRenaming] = useState(false);
  const names = useTroupe((state) => state.lists);
  const at = among.findIndex(({ id }) => id === list.id);
  const last = among.length - 1;
  const dot = <ListDot hue={list.color} outline={list.suggested} />;

  if (renaming)
    return (
      <NameInput
        picture={dot}
        label={`New name of ${list.name}`}
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

  const moveTo = (index: number) => {
    // Behind whoever stands before that place once this list is out of the row.
    const others = among.filter(({ id }) => id !== list.id);
    void moveList(list.id, others[index - 1]?.id ?? null);
  };
  const items: MenuItem[] = [
    { id: "rename", name: "Rename", icon: PenLine, onSelect: () => setRenaming(true) },
    ...(list.suggested
      ? []
      : [
          {
            id: "colour",
            name: "Colour",
            icon: Palette,
            items: hueItems(list.color, ListDot, (color) => void updateList(list.id, { color })),
          },
        ]),
    { id: "up", name: "Move up", icon: ArrowUp, disabled: at <= 0, onSelect: () => moveTo(at - 1) },
    { id: "down", name: "Move down", icon: ArrowDown, disabled: at >= last, onSelect: () => moveTo(at + 1) },
    { id: "delete", name: "Delete list", icon: Trash2, danger: true, apart: true, onSelect: onDelete },
  ];
  return (
    <Line
      to={paths.list(slug, list.id)}
      icon={dot}
      name={list.name}
      count={count}
      more={
        <Menu name={`Actions for ${list.name}`} items={items}>
          <IconButton icon={Ellipsis} name={`Actions for ${list.name}`} size="xs" className={styles.more} />
        </Menu>
      }
    />
  );
}
