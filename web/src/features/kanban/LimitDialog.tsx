import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { limitIn, mostInColumn } from "@/fields/arrange/board";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import styles from "./Kanban.module.css";

export interface LimitDialogProps {
  /** The name of the column. */
  name: string;
  limit: number | undefined;
  onClose: () => void;
  /** Null removes the limit. */
  onLimit: (limit: number | null) => void;
}

/** Asks for the limit of a column. */
export function LimitDialog({ name, limit, onClose, onLimit }: LimitDialogProps) {
  const [typed, setTyped] = useState(limit === undefined ? "" : String(limit));
  const [problem, setProblem] = useState<string | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = limitIn(typed);
    if (wanted === undefined) return setProblem(t`Enter a whole number from 1 to ${mostInColumn}`);
    onClose();
    onLimit(wanted);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Limit of “${name}”`}
      text={t`The column header turns amber at the limit and red above it. Tasks can still be added. This browser remembers the limit. Saved views can store it.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="limit" variant="primary">
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form id="limit" className={styles.statusForm} noValidate onSubmit={save}>
        <TextField
          label={t`Maximum number of tasks`}
          hint={t`Leave the field empty for no limit.`}
          error={problem}
          data-autofocus
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem(null);
          }}
        />
      </form>
    </Dialog>
  );
}
