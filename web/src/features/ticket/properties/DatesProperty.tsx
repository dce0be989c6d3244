import { Calendar } from "lucide-react";
import { setDueDate, setStartDate } from "@/actions/tickets";
import { cx } from "@/lib/cx";
import { formatDate } from "@/lib/plainDate";
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
    <Property label="Dates" ticketId={ticket.id} field="dueDate" also="startDate">
      <span className={styles.dates}>
        <DatePicker
          {...start}
          name="Start date"
          value={ticket.startDate}
          max={ticket.dueDate ?? undefined}
          onChange={(date) => void setStartDate([ticket.id], date)}
          trigger={
            <Value name={`Start date: ${ticket.startDate ?? "none"}`}>
              <Icon of={Calendar} className={styles.quiet} />
              {ticket.startDate === null ? <Nothing>Start</Nothing> : formatDate(ticket.startDate)}
            </Value>
          }
        />
        <span className={styles.quiet}>to</span>
        <DatePicker
          {...due}
          name="Due date"
          value={ticket.dueDate}
          min={ticket.startDate ?? undefined}
          onChange={(date) => void setDueDate([ticket.id], date)}
          trigger={
            <Value name={`Due date: ${ticket.dueDate ?? "none"}`}>
              {ticket.dueDate === null ? <Nothing>Due</Nothing> : formatDate(ticket.dueDate)}
              {pressure && <span className={cx(styles.pill, styles[pressure.tone])}>{pressure.text}</span>}
            </Value>
          }
        />
      </span>
    </Property>
  );
}
