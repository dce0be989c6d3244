import { t } from "@lingui/core/macro";
import { Trash2 } from "lucide-react";
import { statusesInOrder } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import { DeleteIntoDialog } from "@/ui/DeleteIntoDialog";
import { StatusIcon } from "@/ui/StatusIcon";
import { tell } from "@/ui/Toast";
import type { Status } from "@/wire/generated";
import { deleteStatus } from "./commands";

/** Asks which status the tasks get before a status is deleted. */
export function DeleteStatus({ of: { id, name, category }, onClose }: { of: Status; onClose: () => void }) {
  const statuses = useTroupe((state) => state.statuses);
  const others = statusesInOrder({ statuses }).filter((other) => other.id !== id);
  return (
    <DeleteIntoDialog
      title={t`Delete “${name}”?`}
      text={t`No tasks are deleted. Every task with this status moves to the status you choose.`}
      confirm={t`Delete status`}
      ask={t`Move tasks to`}
      targets={others.map((each) => ({ id: each.id, name: each.name, picture: <StatusIcon category={each.category} /> }))}
      first={(others.find((other) => other.category === category) ?? others[0])?.id ?? ""}
      onCancel={onClose}
      onDelete={(moveTo) => {
        onClose();
        void deleteStatus(id, moveTo);
        tell({ text: t`Deleted “${name}”`, icon: Trash2, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
      }}
    />
  );
}
