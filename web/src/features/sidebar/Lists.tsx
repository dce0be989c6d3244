import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { createList, deleteList } from "@/actions/config";
import { counted } from "@/lib/names";
import { paths } from "@/lib/paths";
import { listsInOrder } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import { IconButton } from "@/ui/IconButton";
import { ListDot } from "@/ui/Label";
import { tell, tellRefusal } from "@/ui/Toast";
import type { List } from "@/wire/generated";
import { DeleteListDialog } from "./DeleteListDialog";
import { ListLine } from "./ListLine";
import { NameInput } from "./NameInput";
import { nextHue } from "./nextHue";
import styles from "./Sidebar.module.css";

interface ListsProps {
  slug: string;
  counts: Readonly<Record<string, number>>;
  adding: boolean;
  onAdding: (adding: boolean) => void;
}

/** The lists that people made, and under them the suggested ones. */
export function Lists({ slug, counts, adding, onAdding }: ListsProps) {
  const navigate = useNavigate();
  const lists = useTroupe((state) => state.lists);
  const [deleting, setDeleting] = useState<List | null>(null);
  const { own, suggested } = useMemo(() => {
    const sorted = listsInOrder({ lists });
    return { own: sorted.filter((list) => !list.suggested), suggested: sorted.filter((list) => list.suggested) };
  }, [lists]);

  const create = async (name: string) => {
    onAdding(false);
    const { id, answer } = createList({ name, color: nextHue(own.map((list) => list.color)) });
    await navigate(paths.list(slug, id));
    const told = await answer;
    if (!told.ok) tellRefusal(`“${name}” was not made. ${told.error.message}`);
  };
  const remove = async (list: List, moveTo: string | null) => {
    setDeleting(null);
    const told = await deleteList(list.id, moveTo);
    if (told.ok) tell({ text: `“${list.name}” was deleted`, action: { name: "Undo", keys: "Mod+Z", onClick: () => void undo() } });
    else tellRefusal(`“${list.name}” was not deleted. ${told.error.message}`);
  };
  const line = (list: List, among: readonly List[]) => (
    <ListLine
      key={list.id}
      slug={slug}
      list={list}
      count={counts[list.id] ?? 0}
      among={among}
      onDelete={() => setDeleting(list)}
    />
  );

  return (
    <>
      <h4 className={styles.heading}>
        Lists
        <IconButton icon={Plus} name="New list" keys="Shift+L" size="xs" onClick={() => onAdding(true)} />
      </h4>
      {own.map((list) => line(list, own))}
      {adding && (
        <NameInput
          picture={<ListDot hue={nextHue(own.map((list) => list.color))} />}
          label="Name of the new list"
          taken={Object.values(lists).map((list) => list.name)}
          onName={(name) => void create(name)}
          onCancel={() => onAdding(false)}
        />
      )}
      {suggested.length > 0 && <h4 className={styles.heading}>Suggested</h4>}
      {suggested.map((list) => line(list, suggested))}
      {deleting && (
        <DeleteListDialog
          list={deleting}
          others={[...own, ...suggested].filter((list) => list.id !== deleting.id)}
          tasks={counted(counts[deleting.id] ?? 0, "open task")}
          onCancel={() => setDeleting(null)}
          onDelete={(moveTo) => void remove(deleting, moveTo)}
        />
      )}
    </>
  );
}
