import { useMemo } from "react";
import { setParent } from "@/actions/tickets";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Popover } from "@/ui/Popover";
import type { Ticket } from "@/wire/generated";
import { TicketFinder } from "../relations/TicketFinder";
import { TicketLink } from "../TicketLink";
import { Nothing, Property, Value } from "./Property";
import styles from "./Properties.module.css";
import { usePropertyPicker } from "./usePropertyPicker";

/** The ticket that this one is a sub-task of. */
export function ParentProperty({ ticket }: { ticket: Ticket }) {
  const { open, onOpenChange } = usePropertyPicker(ticket.id, "parentTicketId");
  const parent = useTroupe((state) => (ticket.parentTicketId ? state.tickets[ticket.parentTicketId] : undefined));
  const key = useTroupe((state) => (parent ? ticketKey(state, parent) : null));
  const leftOut = useMemo(() => new Set([ticket.id, ...ticket.subtasksOrder]), [ticket.id, ticket.subtasksOrder]);
  const pick = (id: string | null) => {
    void setParent([ticket.id], id);
    onOpenChange(false);
  };
  return (
    <Property label="Parent" ticketId={ticket.id} field="parentTicketId">
      {parent && (
        <TicketLink ticketId={parent.id} className={styles.parent} title={parent.title}>
          <span className={styles.quiet}>{key}</span>
          <span className={styles.text}>{parent.title}</span>
        </TicketLink>
      )}
      <Popover
        name="Parent"
        open={open}
        onOpenChange={onOpenChange}
        className={styles.finder}
        trigger={
          <Value name={`Parent: ${key ?? "none"}`}>{parent ? <span className={styles.quiet}>Change</span> : <Nothing />}</Value>
        }
      >
        <TicketFinder
          name="Parent"
          leftOut={leftOut}
          onPick={pick}
          clear={parent && { name: "No parent", onClear: () => pick(null) }}
        />
      </Popover>
    </Property>
  );
}
