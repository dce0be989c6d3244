import { t } from "@lingui/core/macro";
import { DeleteIntoDialog } from "@/ui/DeleteIntoDialog";
import { ListDot } from "@/ui/Label";
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

/** Deleting a list keeps its tasks: asks where they go. */
export function DeleteListDialog({ list, others, tasks, onCancel, onDelete }: DeleteListDialogProps) {
  return (
    <DeleteIntoDialog
      title={t`Delete “${list.name}”?`}
      text={tasks === null ? t`This list has no tasks.` : t`This list has ${tasks}. No tasks are deleted.`}
      empty={tasks === null}
      confirm={t`Delete list`}
      ask={t`Move tasks to`}
      targets={[
        ...others.map(({ id, name, color, suggested }) => ({ id, name, picture: <ListDot hue={color} outline={suggested} /> })),
        { id: NOWHERE, name: t`No list` },
      ]}
      first={others.at(-1)?.id ?? NOWHERE}
      onCancel={onCancel}
      onDelete={(target) => onDelete(target === NOWHERE ? null : target)}
    />
  );
}
