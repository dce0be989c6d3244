import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { deleteTaskType } from "@/actions/records";
import { useMay } from "@/actions/useMay";
import { taskTypesInOrder } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { DeleteIntoDialog } from "@/ui/DeleteIntoDialog";
import { tell } from "@/ui/Toast";
import { TypePicture } from "@/ui/TypePicture";
import type { TaskType } from "@/wire/generated";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import { tasksByType } from "./counts";
import { TypeDialog } from "./TypeDialog";
import { TypeLine } from "./TypeLine";
import styles from "./Types.module.css";

/** The open dialog. */
type Asked = { what: "create" } | { what: "edit" | "delete"; type: TaskType };

/** The task types of the workspace, in their order. */
export function TaskTypes() {
  const taskTypes = useTroupe((state) => state.taskTypes);
  const tickets = useTroupe((state) => state.tickets);
  const mayManage = useMay("manageAttributes");
  const [asked, setAsked] = useState<Asked | null>(null);
  const counts = useMemo(() => tasksByType(tickets), [tickets]);
  const inOrder = taskTypesInOrder({ taskTypes });
  const close = () => setAsked(null);
  return (
    <section className={settings.section} aria-label={t`Task types`}>
      <Head
        title={t`Task types`}
        text={t`The kinds of tasks in your workspace, such as bugs and epics.`}
        action={
          mayManage && (
            <Button variant="primary" icon={Plus} onClick={() => setAsked({ what: "create" })}>
              <Trans>New task type</Trans>
            </Button>
          )
        }
      />
      {inOrder.length > 0 && (
        <table className={settings.table} aria-label={t`Task types`}>
          <thead>
            <tr>
              <th scope="col"><Trans>Name</Trans></th>
              <th scope="col" className={styles.container}><Trans>Container</Trans></th>
              <th scope="col" className={settings.number}><Trans>Tasks</Trans></th>
              <th scope="col">
                <span className={settings.hidden}>{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {inOrder.map((type) => (
              <TypeLine
                key={type.id}
                of={type}
                among={inOrder}
                tasks={counts.get(type.id) ?? 0}
                onEdit={() => setAsked({ what: "edit", type })}
                onDelete={() => setAsked({ what: "delete", type })}
              />
            ))}
          </tbody>
        </table>
      )}
      {inOrder.length === 0 && <p className={settings.empty}><Trans>No task types yet. Create one to add the field “Task type” to tasks.</Trans></p>}
      {asked?.what === "create" && <TypeDialog of={null} among={inOrder} onClose={close} />}
      {asked?.what === "edit" && <TypeDialog of={asked.type} among={inOrder} onClose={close} />}
      {asked?.what === "delete" && (
        <DeleteType of={asked.type} others={inOrder.filter(({ id }) => id !== asked.type.id)} count={counts.get(asked.type.id) ?? 0} onClose={close} />
      )}
    </section>
  );
}

interface DeleteTypeProps {
  of: TaskType;
  others: readonly TaskType[];
  /** The number of tasks of this type. */
  count: number;
  onClose: () => void;
}

/** Asks which type the tasks get instead, if any. */
function DeleteType({ of: { id, name }, others, count, onClose }: DeleteTypeProps) {
  const tasks = plural(count, { one: "# task has this type.", other: "# tasks have this type." });
  const none = { id: "", name: t`No task type` };
  return (
    <DeleteIntoDialog
      title={t`Delete the task type “${name}”?`}
      text={count === 0 ? t`No task that you see has this type.` : others.length === 0 ? t`${tasks} They will have no type.` : t`${tasks} Choose a replacement.`}
      confirm={t`Delete task type`}
      ask={t`Replace with`}
      empty={count === 0 || others.length === 0}
      targets={[none, ...others.map((other) => ({ id: other.id, name: other.name, picture: <TypePicture icon={other.icon} hue={other.color} /> }))]}
      first={none.id}
      onCancel={onClose}
      onDelete={(target) => {
        onClose();
        void deleteTaskType(id, target || null);
        tell({ text: t`Deleted “${name}”`, icon: Trash2, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
      }}
    />
  );
}
