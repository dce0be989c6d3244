import { Suspense, type ReactNode } from "react";
import { laterComponent } from "@/lib/later";
import { useEver } from "@/lib/useEver";
import { NotLoaded } from "./NotLoaded";

const DialogPart = laterComponent<DialogProps>(async () => (await import("./DialogParts")).Dialog, {
  instead: ({ open, onOpenChange }) => <NotLoaded open={open} onClose={() => onOpenChange(false)} />,
});
const ConfirmPart = laterComponent<ConfirmDialogProps>(async () => (await import("./DialogParts")).ConfirmDialog, {
  instead: ({ open, onCancel }) => <NotLoaded open={open} onClose={onCancel} />,
});

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One line under the title. */
  text?: ReactNode;
  /** `whole` takes nearly all of the window, for something to look at. */
  wide?: boolean | "whole";
  /** The buttons at its foot, the primary one last. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A form over the page; focus stays in it, Esc leaves it. */
export function Dialog(props: DialogProps) {
  return <Suspense>{useEver(props.open) && <DialogPart {...props} />}</Suspense>;
}

export interface ConfirmDialogProps {
  open: boolean;
  /** The question itself: "Delete “Backlog”?" */
  title: string;
  text?: ReactNode;
  /** The action, as a verb: "Delete". */
  confirm: string;
  cancel?: string;
  /** A third answer, between the other two. */
  also?: { name: string; onClick: () => void };
  danger?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before an action that cannot be undone. The safe button has the focus, and Esc is the safe answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return <Suspense>{useEver(props.open) && <ConfirmPart {...props} />}</Suspense>;
}
