import { plural, t } from "@lingui/core/macro";
import { deleteList } from "@/actions/lists";
import { mayIn } from "@/actions/rights";
import { isWorthAsking, effectNow } from "@/actions/moving";
import { sentencesOf } from "@/actions/movingWords";
import { restrictedLists } from "@/sync/homes";
import { undo, useTroupe } from "@/sync/store";
import { rowsOf } from "@/sync/tables/tableCopy";
import { DeleteIntoDialog } from "@/ui/DeleteIntoDialog";
import { ListPicture } from "@/ui/Label";
import { tell } from "@/ui/Toast";
import type { List } from "@/wire/generated";

const NOWHERE = "nowhere";

interface DeleteListDialogProps {
  list: List;
  others: readonly List[];
  /** The number of its open tasks. */
  open: number;
  onClose: () => void;
}

/** True if no task is in the list, not even in the trash. */
function isEmpty(listId: string): boolean {
  return !rowsOf(useTroupe.getState().tickets).some(({ lists }) => lists.some((place) => place.listId === listId));
}

/** What the deletion of a restricted list means for other people. */
function consequence({ id }: List, target: string): string[] {
  const state = useTroupe.getState();
  if (!restrictedLists(state).has(id)) return [];
  const effect = effectNow([{ kind: "list.delete", listId: id, ...(target !== NOWHERE && { moveTo: target }) }]);
  return effect && isWorthAsking(effect) ? sentencesOf(state, effect) : [];
}

/** Deleting a list keeps its tasks: asks where they go. */
export function DeleteListDialog({ list, others, open, onClose }: DeleteListDialogProps) {
  const restricted = useTroupe(restrictedLists);
  const isRestricted = restricted.has(list.id);
  const capabilities = useTroupe((state) => state.capabilities);
  const empty = isEmpty(list.id);
  const tasks = plural(open, { one: "# open task", other: "# open tasks" });
  const remove = async (moveTo: string | null) => {
    onClose();
    const told = await deleteList(list.id, moveTo);
    if (told.ok) tell({ text: t`Deleted “${list.name}”`, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
  };
  // Tickets of an open list may not hide: other people see them.
  const targets = others.filter(({ id }) => mayIn(capabilities, "createTickets", id) && (isRestricted || !restricted.has(id)));
  return (
    <DeleteIntoDialog
      title={t`Delete “${list.name}”?`}
      text={(target) => (empty ? t`This list has no tasks.` : [t`This list has ${tasks}. No tasks are deleted.`, ...consequence(list, target)].join(" "))}
      empty={empty}
      confirm={t`Delete list`}
      ask={t`Move tasks to`}
      targets={[
        ...targets.map(({ id, name, color, suggested, icon }) => ({ id, name, picture: <ListPicture hue={color} outline={suggested} icon={icon} restricted={restricted.has(id)} /> })),
        // The tasks of a restricted list that are in no list would be visible to everyone.
        ...(isRestricted ? [] : [{ id: NOWHERE, name: t`No list` }]),
      ]}
      first={targets.at(-1)?.id ?? NOWHERE}
      onCancel={onClose}
      onDelete={(target) => void remove(target === NOWHERE ? null : target)}
    />
  );
}
