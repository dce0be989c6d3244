import { t } from "@lingui/core/macro";
import { useState, type ReactNode } from "react";
import { ConfirmDialog, type ConfirmDialogProps } from "./Dialog";

interface DiscardDialogProps extends Pick<ConfirmDialogProps, "open" | "text" | "also" | "onCancel"> {
  onDiscard: () => void;
}

/** Asks before a form closes and loses its input. */
export const DiscardDialog = ({ onDiscard, ...rest }: DiscardDialogProps) => (
  <ConfirmDialog {...rest} title={t`Do you want to discard changes?`} confirm={t`Discard`} danger onConfirm={onDiscard} />
);

/** Lets a form ask before it discards changed values. `values` holds all inputs of the form, as values that JSON can store. */
export function useDiscard(values: unknown, onClose: () => void): { leave: () => void; question: ReactNode } {
  const [first] = useState(() => JSON.stringify(values));
  const [asking, setAsking] = useState(false);
  const leave = () => (JSON.stringify(values) === first ? onClose() : setAsking(true));
  const stay = () => setAsking(false);
  const discard = () => {
    stay();
    onClose();
  };
  return { leave, question: <DiscardDialog open={asking} onCancel={stay} onDiscard={discard} /> };
}
