import { t } from "@lingui/core/macro";
import { useState, type ReactNode } from "react";
import { ConfirmDialog, type ConfirmDialogProps } from "./Dialog";

interface DiscardDialogProps extends Pick<ConfirmDialogProps, "open" | "text" | "also" | "onCancel"> {
  onDiscard: () => void;
}

/** Asks before a form is left whose input would be lost. */
export const DiscardDialog = ({ onDiscard, ...rest }: DiscardDialogProps) => (
  <ConfirmDialog {...rest} title={t`Do you want to discard changes?`} confirm={t`Discard`} danger onConfirm={onDiscard} />
);

/** Lets a form ask before it is left with changed values. `values` are all inputs of the form, in a form that JSON can hold. */
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
