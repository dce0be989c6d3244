import { answered, useAsked } from "@/actions/ask";
import { deleteTickets } from "@/actions/tickets";
import { counted } from "@/lib/names";
import { useTroupe } from "@/sync/store";
import { ConfirmDialog } from "@/ui/Dialog";

interface DeleteForeverProps {
  opened: string | null;
  /** The ticket that is open is among those that went. */
  onGone: () => void;
}

/** Asks before tickets in the trash are gone for good. */
export function DeleteForever({ opened, onGone }: DeleteForeverProps) {
  const asked = useAsked((state) => (state.asked?.question === "deleteForever" ? state.asked : null));
  const only = useTroupe((state) => (asked?.ticketIds.length === 1 ? state.tickets[asked.ticketIds[0] ?? ""]?.title : undefined));
  if (asked === null) return null;
  const { ticketIds } = asked;
  const remove = () => {
    answered();
    if (opened !== null && ticketIds.includes(opened)) onGone();
    void deleteTickets(ticketIds);
  };
  return (
    <ConfirmDialog
      open
      danger
      title={only === undefined ? `Delete ${counted(ticketIds.length, "task")} for ever?` : `Delete “${only}” for ever?`}
      text="Comments, links and history go with it. There is no way back."
      confirm="Delete for ever"
      onCancel={answered}
      onConfirm={remove}
    />
  );
}
