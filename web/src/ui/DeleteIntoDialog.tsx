import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "./Button";
import styles from "./DeleteIntoDialog.module.css";
import { Dialog } from "./Dialog";
import { Icon } from "./Icon";
import { Picker, type PickerOption } from "./Picker";

interface ChooseDialogProps {
  /** The question: "Delete “Backlog”?" */
  title: string;
  /** The text below the question; it may depend on the target. */
  text: ReactNode | ((target: string) => ReactNode);
  /** The action: "Delete list". */
  confirm: string;
  /** What is asked: "Move tasks to". */
  ask: string;
  /** The things that can take its place. */
  targets: readonly PickerOption[];
  /** The target that is selected first. */
  first: string;
  /** True if nothing depends on it, so that there is nothing to ask. */
  empty?: boolean;
  /** Further questions, above this one. */
  children?: ReactNode;
  /** True while something is missing that the action needs. */
  disabled?: boolean;
  onCancel: () => void;
  onChoose: (target: string) => void;
  /** The look of the action. */
  variant: "primary" | "danger";
}

interface DeleteIntoDialogProps extends Omit<ChooseDialogProps, "onChoose" | "variant"> {
  onDelete: (target: string) => void;
}

/** Asks what takes the place of a list, a status, a role or a person before it goes. The safe button has the focus. */
export const DeleteIntoDialog = ({ onDelete, ...rest }: DeleteIntoDialogProps) => <ChooseDialog {...rest} variant="danger" onChoose={onDelete} />;

/** Asks for a target and confirms an action. The safe button has the focus. */
export function ChooseDialog({ title, text, confirm, ask, targets, first, empty = false, children, disabled, variant, onCancel, onChoose }: ChooseDialogProps) {
  const [chosen, setChosen] = useState(first);
  const target = targets.find(({ id }) => id === chosen);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={title}
      text={typeof text === "function" ? text(chosen) : text}
      actions={
        <>
          <Button autoFocus onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant={variant} disabled={disabled} onClick={() => onChoose(chosen)}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {!empty && (
        <Picker
          name={ask}
          selected={[chosen]}
          options={targets}
          onPick={setChosen}
          trigger={
            <Button className={styles.target}>
              {t`${ask}: ${target?.name ?? ""}`}
              <Icon of={ChevronDown} size={14} />
            </Button>
          }
        />
      )}
    </Dialog>
  );
}
