import { Trash2 } from "lucide-react";
import { restoreTickets } from "@/actions/tickets";
import { formatInstant } from "@/lib/instant";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import type { Ticket } from "@/wire/generated";
import styles from "./Ticket.module.css";

/** Over a ticket in the trash: who put it there, and the way back. */
export function TrashedNote({ ticket }: { ticket: Ticket }) {
  const who = useTroupe((state) => {
    const member = ticket.trashedByUserId === null ? undefined : state.members[ticket.trashedByUserId];
    return member ? memberName(member) : "Somebody";
  });
  return (
    <div className={styles.note} role="status">
      <Icon of={Trash2} />
      <p>
        <b>In the trash.</b> {who} put it there{ticket.trashedAt === null ? "" : ` ${formatInstant(ticket.trashedAt)}`}.
      </p>
      <Button size="sm" onClick={() => void restoreTickets([ticket.id])}>
        Restore
      </Button>
    </div>
  );
}
