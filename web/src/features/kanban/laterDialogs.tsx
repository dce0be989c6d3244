import { laterComponent } from "@/lib/later";
import { NotLoaded } from "@/ui/NotLoaded";
import type { ColumnDialogsProps } from "./ColumnDialogs";

/** The dialogs of the board, which opens without them. */
export const ColumnDialogs = laterComponent<ColumnDialogsProps>(async () => (await import("./ColumnDialogs")).ColumnDialogs, {
  instead: ({ onClose }) => <NotLoaded open onClose={onClose} />,
});
