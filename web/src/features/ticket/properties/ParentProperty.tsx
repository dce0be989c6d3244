import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { parentObjections } from "@/actions/objections";
import { updateTickets } from "@/actions/tickets";
import { useMayOn } from "@/actions/useMay";
import type { With } from "@/fields/field";
import type { ParentValue } from "@/fields/value";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Popover } from "@/ui/Popover";
import type { Ticket } from "@/wire/generated";
import { TicketFinder } from "../relations/TicketFinder";
import { TicketLink } from "../TicketLink";
import { Nothing, Property, Still, Value } from "./Property";
import styles from "./Properties.module.css";
import { usePropertyPicker } from "./usePropertyPicker";

interface ParentPropertyProps {
  field: With<"panel">;
  value: ParentValue;
  ticket: Ticket;
}

/** The ticket that this one is a subtask of. */
export function ParentProperty({ field, value, ticket }: ParentPropertyProps) {
  const name = field.name();
  const { open, onOpenChange } = usePropertyPicker(ticket.id, field);
  const parent = useTroupe((state) => {
    const id = value.read(ticket);
    return id === null ? undefined : state.tickets[id];
  });
  const key = useTroupe((state) => (parent ? ticketKey(state, parent) : null));
  const mayEdit = useMayOn("editTickets", ticket);
  const leftOut = useMemo(() => new Set([ticket.id]), [ticket.id]);
  const tickets = useTroupe((state) => state.tickets);
  const shares = useTroupe((state) => state.shares);
  const objection = useMemo(() => (open ? parentObjections({ tickets, shares }, ticket) : () => null), [open, tickets, shares, ticket]);
  const pick = (id: string | null) => {
    void updateTickets([ticket.id], value.write(id));
    onOpenChange(false);
  };
  return (
    <Property label={name} ticketId={ticket.id} field={field.key}>
      {parent && (
        <TicketLink ticketId={parent.id} className={styles.parent} title={parent.title}>
          <span className={styles.quiet}>{key}</span>
          <span className={styles.text} dir="auto">{parent.title}</span>
        </TicketLink>
      )}
      {!mayEdit && !parent && (
        <Still>
          <Nothing />
        </Still>
      )}
      {mayEdit && (
        <Popover
          name={name}
          open={open}
          onOpenChange={onOpenChange}
          className={styles.finder}
          trigger={
            <Value name={key === null ? t`${name}: none` : t`${name}: ${key}`}>{parent ? <span className={styles.quiet}><Trans>Change</Trans></span> : <Nothing />}</Value>
          }
        >
          <TicketFinder
            name={name}
            leftOut={leftOut}
            objection={objection}
            onPick={pick}
            clear={parent && { name: t`No parent`, onClear: () => pick(null) }}
          />
        </Popover>
      )}
    </Property>
  );
}
