import { answered, useAsked } from "@/actions/ask";
import { clearSelection } from "@/actions/selection";
import { deleteTickets } from "@/actions/tickets";
import { counted } from "@/lib/names";
import { useTroupe } from "@/sync/store";
import { ConfirmDialog } from "@/ui/Dialog";

/** Asks before tickets go for ever: the one thing about tickets that cannot be undone. */
export function DeleteForever() {
  const asked = useAsked((state) => (state.asked?.question === "deleteForever" ? state.asked : null));
  const only = useTroupe((state) => (asked?.ticketIds.length === 1 ? state.tickets[asked.ticketIds[0] ?? ""]?.title : undefined));
  if (!asked) return null;
  const what = only === undefined ? counted(asked.ticketIds.length, "task") : `“${only}”`;
  return (
    <ConfirmDialog
      open
      title={`Delete ${what} for ever?`}
      text="With its comments and history. This cannot be undone."
      confirm="Delete for ever"
      danger
      onCancel={answered}
      onConfirm={() => {
        answered();
        clearSelection();
        void deleteTickets(asked.ticketIds);
      }}
    />
  );
}
