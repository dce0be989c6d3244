import { DeleteStatus } from "@/actions/statuses/DeleteStatus";
import { StatusDialog } from "@/actions/statuses/StatusDialog";
import type { Status } from "@/wire/generated";
import { LimitDialog, type LimitDialogProps } from "./LimitDialog";
import { OptionDialog } from "./OptionDialog";
import type { OwnOption } from "./useOwnOption";

export type ColumnDialogsProps = Pick<LimitDialogProps, "onClose"> &
  ({ asking: "new" } | (LimitDialogProps & { asking: "edit" | "option" | "delete" | "limit"; status: Status | null; option: OwnOption | null }));

/** The dialog that the menu of a column, or the button for a new one, has asked for. */
export function ColumnDialogs(props: ColumnDialogsProps) {
  const { asking, onClose } = props;
  if (asking === "new") return <StatusDialog status={null} onClose={onClose} />;
  const { status, option, ...limit } = props;
  if (asking === "limit") return <LimitDialog {...limit} />;
  if (asking === "option") return option && <OptionDialog of={option} onClose={onClose} />;
  if (!status) return null;
  return asking === "edit" ? <StatusDialog status={status} onClose={onClose} /> : <DeleteStatus of={status} onClose={onClose} />;
}
