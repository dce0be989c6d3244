import { MessageSquare } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";
import { useShallow } from "zustand/react/shallow";
import { ask } from "@/actions/ask";
import { faceOf, sharesOf } from "@/actions/choices";
import { othersAt } from "@/actions/marks";
import { cx } from "@/lib/cx";
import { formatDate } from "@/lib/plainDate";
import { memberName, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar, AvatarStack } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { presenceClass } from "@/ui/presence";
import { PriorityIcon } from "@/ui/PriorityIcon";
import { StatusIcon } from "@/ui/StatusIcon";
import { priorityNames } from "@/ui/vocabulary";
import { isLate } from "./values";
import styles from "./PhoneList.module.css";

interface PhoneRowProps {
  ticketId: string;
  top: number;
  hrefOf: (ticketKey: string) => string;
}

/** A ticket in two lines: its name, and below it what else there is to know. */
export const PhoneRow = memo(function PhoneRow({ ticketId, top, hrefOf }: PhoneRowProps) {
  const ticket = useTroupe((state) => state.tickets[ticketId]);
  const key = useTroupe((state) => ticket && ticketKey(state, ticket));
  const status = useTroupe((state) => ticket && state.statuses[ticket.statusId]);
  const share = useTroupe((state) => ticket && sharesOf(state.statuses)[ticket.statusId]);
  const there = useTroupe((state) => othersAt(state, ticketId)[0]);
  const visitor = useTroupe((state) => (there ? state.members[there.userId] : undefined));
  const people = useTroupe(
    useShallow((state) =>
      (ticket?.assigneesIds ?? []).flatMap((id) => {
        const member = state.members[id];
        return member ? [faceOf(member)] : [];
      }),
    ),
  );
  if (!ticket) return null;
  const called = key ?? ticket.title;
  return (
    <li
      className={cx(styles.row, status?.category === "completed" && styles.done, status?.category === "canceled" && styles.canceled)}
      style={{ top }}
      data-ticket={ticketId}
    >
      <button
        type="button"
        className={styles.status}
        aria-label={`Status of ${called}: ${status?.name ?? ""}`}
        onClick={(event) => ask("status", [ticketId], event.currentTarget)}
      >
        {status && <StatusIcon category={status.category} share={share} size={18} />}
      </button>
      <Link className={styles.link} to={hrefOf(key ?? ticketId)} draggable={false}>
        <span className={styles.title}>{ticket.title}</span>
        <span className={styles.meta}>
          <span>{key ?? "New"}</span>
          {ticket.priority !== null && (
            <span>
              <PriorityIcon priority={ticket.priority} />
              {priorityNames[ticket.priority]}
            </span>
          )}
          {ticket.dueDate !== null && (
            <span className={cx(isLate(ticket) && styles.late)} title={isLate(ticket) ? "Due, late" : "Due"}>
              {formatDate(ticket.dueDate)}
            </span>
          )}
          {ticket.comments > 0 && (
            <span>
              <Icon of={MessageSquare} size={13} name="Comments" />
              {ticket.comments}
            </span>
          )}
        </span>
      </Link>
      {visitor && (
        <span className={cx(styles.visitor, presenceClass(visitor.id))} title={`${memberName(visitor)} is here`}>
          <Avatar person={faceOf(visitor)} size={18} solid={there?.state !== "viewing"} />
          <i />
        </span>
      )}
      {people.length > 0 && <AvatarStack people={people} size={24} max={2} />}
    </li>
  );
});
