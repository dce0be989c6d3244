import { t } from "@lingui/core/macro";
import { MessageSquare } from "lucide-react";
import { memo } from "react";
import { ask } from "@/actions/ask";
import { othersAt } from "@/actions/marks";
import { selectedSet } from "@/actions/selection";
import { RepeatMark } from "@/actions/repeat/RepeatMark";
import { SubtaskMark } from "@/actions/SubtaskMark";
import { useTarget } from "@/actions/target";
import { mayOn } from "@/actions/rights";
import { fieldById, withPart } from "@/fields/field";
import { useFields } from "@/fields/registry";
import { status as statusField } from "@/fields/status";
import { cx } from "@/lib/cx";
import { Link } from "@/lib/location";
import { useLongPress } from "@/lib/useLongPress";
import { ticketKey, unnumberedKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Checkbox } from "@/ui/Checkbox";
import { Icon } from "@/ui/Icon";
import { PrivateMark } from "@/ui/PrivateMark";
import { StatusIcon } from "@/ui/StatusIcon";
import { PhoneValue } from "./PhoneValue";
import { statusOf } from "./statusOf";
import { Visitors } from "./Visitors";
import styles from "./PhoneList.module.css";

interface PhoneRowProps {
  ticketId: string;
  /** The level in the tree, from 0. */
  level: number;
  top: number;
  /** Selects the ticket, or deselects it. */
  onTick: (ticketId: string) => void;
  hrefOf: (ticketKey: string) => string;
}

/** A ticket in two lines: its title, and below it the other values. */
export const PhoneRow = memo(function PhoneRow({ ticketId, level, top, onTick, hrefOf }: PhoneRowProps) {
  const ticket = useTroupe((state) => state.tickets[ticketId]);
  const key = useTroupe((state) => ticket && ticketKey(state, ticket));
  const unnumbered = useTroupe(unnumberedKey);
  const status = useTroupe((state) => ticket && statusField.value.options.find(state, ticket.statusId));
  const mayEdit = useTroupe((state) => ticket !== undefined && mayOn(state, "editTickets", [ticket]));
  const there = useTroupe((state) => othersAt(state, ticketId));
  const fields = useFields();
  const selected = useTarget((target) => selectedSet(target.selected).has(ticketId));
  const selecting = useTarget((target) => target.selected.length > 0);
  const press = useLongPress(() => onTick(ticketId));
  if (!ticket) return null;
  const called = key ?? ticket.title;
  const statusName = status?.name ?? "";
  const look = status?.look?.is === "status" ? status.look : undefined;
  const shown = withPart(fields, "card").filter(({ card }) => !card.off);
  const marks = shown.filter(({ card }) => card.place === "top" || card.place === "foot");
  const last = shown.filter(({ card }) => card.place === "end");
  return (
    <li
      {...press}
      className={cx(styles.row, selected && styles.selected, look?.category === "completed" && styles.done, look?.category === "canceled" && styles.canceled)}
      style={{ top, ...(level > 0 && { paddingInlineStart: Math.min(level, 4) * 20 }) }}
      data-ticket={ticketId}
    >
      {selecting ? (
        <span className={styles.status}>
          <Checkbox checked={selected} name={t`Select ${called}`} onChange={() => onTick(ticketId)} />
        </span>
      ) : !mayEdit ? (
        <span className={styles.status} title={statusName}>
          {look && <StatusIcon category={look.category} share={look.share} size={18} name={statusName} />}
        </span>
      ) : (
        <button
          type="button"
          className={styles.status}
          aria-label={statusOf(fieldById(fields, statusField.id)?.name() ?? "", called, statusName)}
          onClick={(event) => ask(statusField.id, [ticketId], event.currentTarget)}
        >
          {look && <StatusIcon category={look.category} share={look.share} size={18} />}
        </button>
      )}
      <Link
        className={styles.link}
        to={hrefOf(key ?? ticketId)}
        draggable={false}
        onClick={(event) => {
          // While tickets are selected, a tap selects.
          if (!selecting) return;
          event.preventDefault();
          onTick(ticketId);
        }}
      >
        <span className={styles.title} dir="auto">{ticket.title}</span>
        <span className={styles.meta}>
          <span>{key ?? unnumbered}</span>
          {ticket.private && <PrivateMark />}
          <RepeatMark ticketId={ticket.id} />
          {ticket.parentTicketId !== null && level === 0 && <SubtaskMark parentId={ticket.parentTicketId} />}
          {marks.map((field) => <PhoneValue key={field.id} field={field} ticket={ticket} />)}
          {ticket.comments > 0 && (
            <span>
              <Icon of={MessageSquare} size={13} name={t`Comments`} />
              {ticket.comments}
            </span>
          )}
        </span>
      </Link>
      {there.length > 0 && <Visitors there={there} size={18} />}
      {last.map((field) => <PhoneValue key={field.id} field={field} ticket={ticket} />)}
    </li>
  );
});
