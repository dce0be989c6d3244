import { t } from "@lingui/core/macro";
import { mayIn } from "@/actions/rights";
import { isWorthAsking, effectNow } from "@/actions/moving";
import { sentencesOf } from "@/actions/movingWords";
import { restrictedLists } from "@/sync/homes";
import { useTroupe } from "@/sync/store";
import { DeleteIntoDialog } from "@/ui/DeleteIntoDialog";
import { ListPicture } from "@/ui/Label";
import type { List } from "@/wire/generated";

const NOWHERE = "nowhere";

interface DeleteListDialogProps {
  list: List;
  others: readonly List[];
  /** "24 open tasks". Null if the list holds no tasks, open or completed. */
  tasks: string | null;
  onCancel: () => void;
  onDelete: (moveTo: string | null) => void;
}

/** What the deletion of a restricted list means for other people. */
function consequence({ id }: List, target: string): string[] {
  const state = useTroupe.getState();
  if (!restrictedLists(state).has(id)) return [];
  const effect = effectNow([{ kind: "list.delete", listId: id, ...(target !== NOWHERE && { moveTo: target }) }]);
  return effect && isWorthAsking(effect) ? sentencesOf(state, effect) : [];
}

/** Deleting a list keeps its tasks: asks where they go. */
export function DeleteListDialog({ list, others, tasks, onCancel, onDelete }: DeleteListDialogProps) {
  const restricted = useTroupe(restrictedLists);
  const isRestricted = restricted.has(list.id);
  const capabilities = useTroupe((state) => state.capabilities);
  // Tickets of an open list may not hide: other people see them.
  const targets = others.filter(({ id }) => mayIn(capabilities, "createTickets", id) && (isRestricted || !restricted.has(id)));
  return (
    <DeleteIntoDialog
      title={t`Delete “${list.name}”?`}
      text={(target) => (tasks === null ? t`This list has no tasks.` : [t`This list has ${tasks}. No tasks are deleted.`, ...consequence(list, target)].join(" "))}
      empty={tasks === null}
      confirm={t`Delete list`}
      ask={t`Move tasks to`}
      targets={[
        ...targets.map(({ id, name, color, suggested }) => ({ id, name, picture: <ListPicture hue={color} outline={suggested} restricted={restricted.has(id)} /> })),
        // The tasks of a restricted list that are in no list would be visible to everyone.
        ...(isRestricted ? [] : [{ id: NOWHERE, name: t`No list` }]),
      ]}
      first={targets.at(-1)?.id ?? NOWHERE}
      onCancel={onCancel}
      onDelete={(target) => onDelete(target === NOWHERE ? null : target)}
    />
  );
}
