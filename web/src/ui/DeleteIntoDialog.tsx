import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "./Button";
import styles from "./DeleteIntoDialog.module.css";
import { Dialog } from "./Dialog";
import { Icon } from "./Icon";
import { Picker, type PickerOption } from "./Picker";

interface DeleteIntoDialogProps {
  /** The question: "Delete “Backlog”?" */
  title: string;
  text: ReactNode;
  /** The action: "Delete list". */
  confirm: string;
  /** The places that its tasks can move to. */
  targets: readonly PickerOption[];
  /** The target that is selected first. */
  first: string;
  /** True if it holds no tasks, so that there is nothing to ask. */
  empty?: boolean;
  onCancel: () => void;
  onDelete: (target: string) => void;
}

/** Asks where the tasks go before their list or status is deleted. The safe button has the focus. */
export function DeleteIntoDialog({ title, text, confirm, targets, first, empty = false, onCancel, onDelete }: DeleteIntoDialogProps) {
  const [chosen, setChosen] = useState(first);
  const target = targets.find(({ id }) => id === chosen);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={title}
      text={text}
      actions={
        <>
          <Button autoFocus onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="danger" onClick={() => onDelete(chosen)}>
            {confirm}
          </Button>
        </>
      }
    >
      {!empty && (
        <Picker
          name={t`Move tasks to`}
          selected={[chosen]}
          options={targets}
          onPick={setChosen}
          trigger={
            <Button className={styles.target}>
              {t`Move tasks to: ${target?.name ?? ""}`}
              <Icon of={ChevronDown} size={14} />
            </Button>
          }
        />
      )}
    </Dialog>
  );
}
