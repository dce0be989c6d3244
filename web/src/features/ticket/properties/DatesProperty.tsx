import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Calendar } from "lucide-react";
import { setDueDate, setStartDate } from "@/actions/tickets";
import { cx } from "@/lib/cx";
import { formatDate, formatDateLong } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import { DatePicker } from "@/ui/DatePicker";
import { Icon } from "@/ui/Icon";
import type { Ticket } from "@/wire/generated";
import { pressureOf } from "./due";
import { Nothing, Property, Value } from "./Property";
import styles from "./Properties.module.css";
import { usePropertyPicker } from "./usePropertyPicker";

/** From when to when, each date a picker of its own, and how it presses. */
export function DatesProperty({ ticket }: { ticket: Ticket }) {
  const category = useTroupe((state) => state.statuses[ticket.statusId]?.category);
  const start = usePropertyPicker(ticket.id, "startDate", "startDate");
  const due = usePropertyPicker(ticket.id, "dueDate", "dueDate");
  const pressure = pressureOf(ticket, category !== "canceled" && category !== "completed");
  return (
    <Property label={t`Dates`} ticketId={ticket.id} field="dueDate" also="startDate">
      <span className={styles.dates}>
        <DatePicker
          {...start}
          name={t`Start date`}
          value={ticket.startDate}
          max={ticket.dueDate ?? undefined}
          onChange={(date) => void setStartDate([ticket.id], date)}
          trigger={
            <Value name={ticket.startDate === null ? t`Start date: none` : t`Start date: ${formatDateLong(ticket.startDate)}`}>
              <Icon of={Calendar} className={styles.quiet} />
              {ticket.startDate === null ? <Nothing><Trans>Start</Trans></Nothing> : formatDate(ticket.startDate)}
            </Value>
          }
        />
        <span className={styles.quiet}><Trans>to</Trans></span>
        <DatePicker
          {...due}
          name={t`Due date`}
          value={ticket.dueDate}
          min={ticket.startDate ?? undefined}
          onChange={(date) => void setDueDate([ticket.id], date)}
          trigger={
            <Value name={ticket.dueDate === null ? t`Due date: none` : t`Due date: ${formatDateLong(ticket.dueDate)}`}>
              {ticket.dueDate === null ? <Nothing><Trans>Due</Trans></Nothing> : formatDate(ticket.dueDate)}
              {pressure && <span className={cx(styles.pill, styles[pressure.tone])}>{pressure.text}</span>}
            </Value>
          }
        />
      </span>
    </Property>
  );
}
