import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { faceOf } from "@/fields/people";
import { sharesOf } from "@/fields/status";
import { setStatus } from "@/actions/tickets";
import { useMayOn } from "@/actions/useMay";
import { dueDate } from "@/fields/dates";
import { isLate } from "@/fields/deadline";
import { cx } from "@/lib/cx";
import { formatDate } from "@/lib/plainDate";
import { statusesInOrder, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { AvatarStack } from "@/ui/Avatar";
import { PrivateMark } from "@/ui/PrivateMark";
import { StatusIcon } from "@/ui/StatusIcon";
import type { Ticket } from "@/wire/generated";
import { SaveMark } from "../SaveMark";
import { TicketLink } from "../TicketLink";
import styles from "./Relations.module.css";

interface TicketRowProps {
  ticket: Ticket;
  /** Shown before the status: the kind of relation. */
  lead?: ReactNode;
  /** Shown at the end: actions on the row. */
  actions?: ReactNode;
  /** True if the status is a checkbox that completes the ticket and reopens it. */
  checks?: boolean;
}

/** A ticket on one line. */
export function TicketRow({ ticket, lead, actions, checks = false }: TicketRowProps) {
  const status = useTroupe((state) => state.statuses[ticket.statusId]);
  const share = useTroupe((state) => sharesOf(state.statuses)[ticket.statusId]);
  const key = useTroupe((state) => ticketKey(state, ticket));
  const members = useTroupe((state) => state.members);
  const people = ticket.assigneesIds.flatMap((id) => (members[id] ? [faceOf(members[id])] : []));
  const icon = status && <StatusIcon category={status.category} share={share} name={status.name} />;
  const mayEdit = useMayOn("editTickets", ticket);
  const late = isLate(dueDate.value, ticket);
  return (
    <div className={cx(styles.row, ticket.completed && styles.done, status?.category === "canceled" && styles.canceled)}>
      {lead}
      {checks && mayEdit ? (
        <button
          type="button"
          role="checkbox"
          aria-checked={ticket.completed}
          aria-label={t`Done: ${ticket.title}`}
          className={styles.check}
          onClick={() => toggleDone(ticket)}
        >
          {icon}
        </button>
      ) : (
        icon
      )}
      <span className={styles.key}>{key ?? "new"}</span>
      {ticket.private && <PrivateMark />}
      <TicketLink ticketId={ticket.id} className={styles.title} dir="auto" title={ticket.title}>
        {ticket.title}
      </TicketLink>
      <SaveMark ticketId={ticket.id} field="id" />
      <SaveMark ticketId={ticket.id} field="statusId" />
      {ticket.dueDate !== null && <span className={cx(styles.key, late && styles.late)}>{formatDate(ticket.dueDate)}</span>}
      {people.length > 0 && <AvatarStack people={people} size={18} />}
      {actions}
    </div>
  );
}

/** In place of a row that failed to render. */
export function NotDisplayed() {
  return (
    <li className={styles.row}>
      <Trans>This task can't be displayed.</Trans>
    </li>
  );
}

/** Completes a ticket, or puts it back to its earlier status, if that is known. */
function toggleDone(ticket: Ticket): void {
  const { statuses } = useTroupe.getState();
  const inOrder = statusesInOrder({ statuses });
  const before = ticket.previousStatusId === null ? undefined : statuses[ticket.previousStatusId];
  const next = ticket.completed
    ? before && before.category !== "completed"
      ? before
      : inOrder.find(({ category }) => category === "byDefault")
    : inOrder.find(({ category }) => category === "completed");
  if (next) void setStatus([ticket.id], next.id);
}
