import { plural, t } from "@lingui/core/macro";
import { answered, useAsked } from "@/actions/ask";
import { deleteTickets } from "@/actions/tickets";
import { useTroupe } from "@/sync/store";
import { ConfirmDialog } from "@/ui/Dialog";

interface DeleteForeverProps {
  /** Called with the deleted tickets, which may be open. */
  onGone: (ticketIds: readonly string[]) => void;
}

/** Asks before tickets in the trash are deleted permanently. */
export function DeleteForever({ onGone }: DeleteForeverProps) {
  const asked = useAsked((state) => (state.asked?.question === "deleteForever" ? state.asked : null));
  const only = useTroupe((state) => (asked?.ticketIds.length === 1 ? state.tickets[asked.ticketIds[0] ?? ""]?.title : undefined));
  if (asked === null) return null;
  const { ticketIds } = asked;
  const remove = () => {
    answered();
    onGone(ticketIds);
    void deleteTickets(ticketIds);
  };
  return (
    <ConfirmDialog
      open
      danger
      title={only === undefined ? plural(ticketIds.length, { one: "Delete # task permanently?", other: "Delete # tasks permanently?" }) : t`Delete “${only}” permanently?`}
      text={plural(ticketIds.length, {
        one: "Its comments, links, and history will be deleted too. This can't be undone.",
        other: "Their comments, links, and history will be deleted too. This can't be undone.",
      })}
      confirm={t`Delete permanently`}
      onCancel={answered}
      onConfirm={remove}
    />
  );
}
