import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { setParent } from "@/actions/tickets";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Popover } from "@/ui/Popover";
import type { Ticket } from "@/wire/generated";
import { parentObjections } from "../relations/objections";
import { TicketFinder } from "../relations/TicketFinder";
import { TicketLink } from "../TicketLink";
import { Nothing, Property, Value } from "./Property";
import styles from "./Properties.module.css";
import { usePropertyPicker } from "./usePropertyPicker";

/** The ticket that this one is a subtask of. */
export function ParentProperty({ ticket }: { ticket: Ticket }) {
  const { open, onOpenChange } = usePropertyPicker(ticket.id, "parentTicketId");
  const parent = useTroupe((state) => (ticket.parentTicketId ? state.tickets[ticket.parentTicketId] : undefined));
  const key = useTroupe((state) => (parent ? ticketKey(state, parent) : null));
  const leftOut = useMemo(() => new Set([ticket.id]), [ticket.id]);
  const tickets = useTroupe((state) => state.tickets);
  const objection = useMemo(() => (open ? parentObjections({ tickets }, ticket) : () => null), [open, tickets, ticket]);
  const pick = (id: string | null) => {
    void setParent([ticket.id], id);
    onOpenChange(false);
  };
  return (
    <Property label={t`Parent`} ticketId={ticket.id} field="parentTicketId">
      {parent && (
        <TicketLink ticketId={parent.id} className={styles.parent} title={parent.title}>
          <span className={styles.quiet}>{key}</span>
          <span className={styles.text} dir="auto">{parent.title}</span>
        </TicketLink>
      )}
      <Popover
        name={t`Parent`}
        open={open}
        onOpenChange={onOpenChange}
        className={styles.finder}
        trigger={
          <Value name={key === null ? t`Parent: none` : t`Parent: ${key}`}>{parent ? <span className={styles.quiet}><Trans>Change</Trans></span> : <Nothing />}</Value>
        }
      >
        <TicketFinder
          name={t`Parent`}
          leftOut={leftOut}
          objection={objection}
          onPick={pick}
          clear={parent && { name: t`No parent`, onClear: () => pick(null) }}
        />
      </Popover>
    </Property>
  );
}
