import { Suspense, useState } from "react";
import { useMayIn } from "@/actions/useMay";
import { laterComponent, useUsable } from "@/lib/later";
import { paths } from "@/lib/paths";
import { restrictedLists } from "@/sync/homes";
import { useTroupe } from "@/sync/store";
import { ListDot, RestrictedMark } from "@/ui/Label";
import type { List } from "@/wire/generated";
import { Line } from "./Line";
import type { ListMenuProps } from "./ListMenu";
import type { RenameListProps } from "./RenameList";
import { UnreadMark, useUnreadLists } from "./unread";
import { useListDrag } from "./useListDrag";

/** The menu appears on hover, so its code is not part of the first load. */
const ListMenu = laterComponent<ListMenuProps>(async () => (await import("./ListMenu")).ListMenu, { instead: () => null });

const RenameList = laterComponent<RenameListProps>(async () => (await import("./RenameList")).RenameList);

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
  const usable = useUsable((state) => state.usable);
  const restricted = useTroupe((state) => restrictedLists(state).has(list.id));
  const unread = useUnreadLists((lists) => lists.has(list.id));
  const order = among.map(({ id }) => id);
  const { line, over, dragged, edge } = useListDrag(list.id, { order, groupId }, renaming, mayEdit);

  if (renaming && mayEdit) return <Suspense><RenameList list={list} onDone={() => setRenaming(false)} /></Suspense>;

  return (
    <Line
      ref={line}
      over={over}
      dragged={dragged}
      edge={edge}
      to={paths.list(slug, list.id)}
      icon={<ListDot hue={list.color} outline={list.suggested} icon={list.icon} />}
      name={list.name}
      mark={
        <>
          {restricted && <RestrictedMark />}
          {unread && <UnreadMark />}
        </>
      }
      count={count}
      more={<Suspense>{usable && <ListMenu list={list} groupId={groupId} order={order} onRename={() => setRenaming(true)} onDelete={onDelete} />}</Suspense>}
    />
  );
}
