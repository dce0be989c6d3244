import { t } from "@lingui/core/macro";
import { MessageSquare } from "lucide-react";
import { memo } from "react";
import { useShallow } from "zustand/react/shallow";
import { ask } from "@/actions/ask";
import { faceOf, sharesOf } from "@/actions/choices";
import { othersAt } from "@/actions/marks";
import { selectedSet } from "@/actions/selection";
import { SubtaskMark } from "@/actions/SubtaskMark";
import { useTarget } from "@/actions/target";
import { cx } from "@/lib/cx";
import { Link } from "@/lib/location";
import { formatDate } from "@/lib/plainDate";
import { useLongPress } from "@/lib/useLongPress";
import { ticketKey, unnumberedKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { AvatarStack } from "@/ui/Avatar";
import { Checkbox } from "@/ui/Checkbox";
import { Icon } from "@/ui/Icon";
import { PriorityIcon } from "@/ui/PriorityIcon";
import { PrivateMark } from "@/ui/PrivateMark";
import { StatusIcon } from "@/ui/StatusIcon";
import { priorityNames } from "@/ui/vocabulary";
import { isLate } from "./values";
import { Visitors } from "./Visitors";
import styles from "./PhoneList.module.css";

interface PhoneRowProps {
  ticketId: string;
  top: number;
  /** Ticks it, or takes the tick away. */
  onTick: (ticketId: string) => void;
  hrefOf: (ticketKey: string) => string;
}

/** A ticket in two lines: its name, and below it what else there is to know. */
export const PhoneRow = memo(function PhoneRow({ ticketId, top, onTick, hrefOf }: PhoneRowProps) {
  const ticket = useTroupe((state) => state.tickets[ticketId]);
  const key = useTroupe((state) => ticket && ticketKey(state, ticket));
  const unnumbered = useTroupe(unnumberedKey);
  const status = useTroupe((state) => ticket && state.statuses[ticket.statusId]);
  const share = useTroupe((state) => ticket && sharesOf(state.statuses)[ticket.statusId]);
  const there = useTroupe((state) => othersAt(state, ticketId));
  const people = useTroupe(
    useShallow((state) =>
      (ticket?.assigneesIds ?? []).flatMap((id) => {
        const member = state.members[id];
        return member ? [faceOf(member)] : [];
      }),
    ),
  );
  const selected = useTarget((target) => selectedSet(target.selected).has(ticketId));
  const selecting = useTarget((target) => target.selected.length > 0);
  const press = useLongPress(() => onTick(ticketId));
  if (!ticket) return null;
  const called = key ?? ticket.title;
  const statusName = status?.name ?? "";
  return (
    <li
      {...press}
      className={cx(styles.row, selected && styles.selected, status?.category === "completed" && styles.done, status?.category === "canceled" && styles.canceled)}
      style={{ top }}
      data-ticket={ticketId}
    >
      {selecting ? (
        <span className={styles.status}>
          <Checkbox checked={selected} name={t`Select ${called}`} onChange={() => onTick(ticketId)} />
        </span>
      ) : (
        <button
          type="button"
          className={styles.status}
          aria-label={t`Status of ${called}: ${statusName}`}
          onClick={(event) => ask("status", [ticketId], event.currentTarget)}
        >
          {status && <StatusIcon category={status.category} share={share} size={18} />}
        </button>
      )}
      <Link
        className={styles.link}
        to={hrefOf(key ?? ticketId)}
        draggable={false}
        onClick={(event) => {
          // Once one is ticked, a tap ticks.
          if (!selecting) return;
          event.preventDefault();
          onTick(ticketId);
        }}
      >
        <span className={styles.title} dir="auto">{ticket.title}</span>
        <span className={styles.meta}>
          <span>{key ?? unnumbered}</span>
          {ticket.private && <PrivateMark />}
          {ticket.parentTicketId !== null && <SubtaskMark parentId={ticket.parentTicketId} />}
          {ticket.priority !== null && (
            <span>
              <PriorityIcon priority={ticket.priority} />
              {priorityNames[ticket.priority]}
            </span>
          )}
          {ticket.dueDate !== null && (
            <span className={cx(isLate(ticket) && styles.late)} title={isLate(ticket) ? t`Overdue` : t`Due`}>
              {formatDate(ticket.dueDate)}
            </span>
          )}
          {ticket.comments > 0 && (
            <span>
              <Icon of={MessageSquare} size={13} name={t`Comments`} />
              {ticket.comments}
            </span>
          )}
        </span>
      </Link>
      {there.length > 0 && <Visitors there={there} size={18} />}
      {people.length > 0 && <AvatarStack people={people} size={24} max={2} />}
    </li>
  );
});
