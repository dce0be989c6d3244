import { t } from "@lingui/core/macro";
import { useId, type ReactNode } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { useSentForm } from "@/ui/useSentForm";
import styles from "./Account.module.css";

interface FormDialogProps {
  open: boolean;
  title: string;
  text?: ReactNode;
  /** The action, as a verb. */
  submit: string;
  danger?: boolean;
  /** The button's text while the node works. */
  busy: string | null;
  /** A failure that belongs to no field. */
  failure?: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form in a dialog: Enter sends it, and a refused field gets the focus. The dialog cannot be closed while the node works,
 * because the answer acts on the form.
 */
export function FormDialog({ open, title, text, submit, danger = false, busy, failure, onSubmit, onClose, children }: FormDialogProps) {
  const id = useId();
  const isBusy = busy !== null;
  const form = useSentForm({ busy: isBusy, failure, onSubmit });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !isBusy && onClose()}
      title={title}
      text={text}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={id} variant={danger ? "danger" : "primary"} disabled={isBusy}>
            {busy ?? submit}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.fields} {...form}>
        {failure && <p className={styles.failure} role="alert">{failure}</p>}
        {children}
      </form>
    </Dialog>
  );
}
