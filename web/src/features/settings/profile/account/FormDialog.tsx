import { t } from "@lingui/core/macro";
import { useId, type ReactNode } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { useDiscard } from "@/ui/Discard";
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
  /** All inputs of the form. If set, the form asks before it discards changed inputs. */
  values?: unknown;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form in a dialog: Enter sends it, and a refused field gets the focus. The dialog cannot be closed while the node works,
 * because the answer acts on the form.
 */
export function FormDialog({ open, title, text, submit, danger = false, busy, failure, values = null, onSubmit, onClose, children }: FormDialogProps) {
  const id = useId();
  const isBusy = busy !== null;
  const { leave, question } = useDiscard(values, onClose);
  const form = useSentForm({ busy: isBusy, failure, onSubmit });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !isBusy && leave()}
      title={title}
      text={text}
      actions={
        <>
          <Button disabled={isBusy} onClick={leave}>{t`Cancel`}</Button>
          <Button type="submit" form={id} variant={danger ? "danger" : "primary"} disabled={isBusy}>
            {busy ?? submit}
          </Button>
          {question}
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
