import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { restoreWithUndo } from "@/actions/trash";
import { useMayOn } from "@/actions/useMay";
import { deletionText } from "@/fields/trash";
import { formatInstant } from "@/lib/instant";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import type { Ticket } from "@/wire/generated";
import styles from "./Ticket.module.css";

/** Shown above a ticket in the trash: who put it there, and a button to restore it. */
export function TrashedNote({ ticket }: { ticket: Ticket }) {
  const who = useTroupe((state) => {
    const member = ticket.trashedByUserId === null ? undefined : state.members[ticket.trashedByUserId];
    return member ? memberName(member) : t`Someone`;
  });
  const mayRestore = useMayOn("deleteTickets", ticket);
  return (
    <div className={styles.note} role="status">
      <Icon of={Trash2} />
      <p>
        {ticket.trashedAt === null ? (
          <Trans>
            <b>In the trash.</b> Moved by {who}.
          </Trans>
        ) : (
          <Trans>
            <b>In the trash.</b> Moved by {who}, {formatInstant(ticket.trashedAt)}. {deletionText(ticket.trashedAt)}.
          </Trans>
        )}
      </p>
      {mayRestore && (
        <Button size="sm" onClick={() => restoreWithUndo([ticket.id])}>
          <Trans>Restore</Trans>
        </Button>
      )}
    </div>
  );
}
