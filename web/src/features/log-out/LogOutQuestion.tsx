import { plural, t } from "@lingui/core/macro";
import { ConfirmDialog } from "@/ui/Dialog";

interface LogOutQuestionProps {
  /** How many edits the server does not have; 0 while the dialog is closed. */
  lost: number;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks whether a person wants to log out although that deletes edits. */
export function LogOutQuestion({ lost, onCancel, onConfirm }: LogOutQuestionProps) {
  return (
    <ConfirmDialog
      danger
      open={lost > 0}
      title={plural(lost, { one: "Log out and lose # edit?", other: "Log out and lose # edits?" })}
      text={plural(lost, {
        one: "It hasn't reached the server. Logging out deletes all your data from this device.",
        other: "They haven't reached the server. Logging out deletes all your data from this device.",
      })}
      confirm={t`Log out`}
      cancel={t`Stay logged in`}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}
