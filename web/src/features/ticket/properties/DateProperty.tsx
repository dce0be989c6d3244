import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Calendar } from "lucide-react";
import { DueDatePicker } from "@/actions/repeat/DueDatePicker";
import { RepeatMark } from "@/actions/repeat/RepeatMark";
import { setValue } from "@/actions/tickets";
import { useMayOn } from "@/actions/useMay";
import { fieldById, nameIn, type Field, type With } from "@/fields/field";
import { useFields } from "@/fields/registry";
import type { DateValue } from "@/fields/value";
import { cx } from "@/lib/cx";
import { formatDate, formatDateLong } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import { DatePicker } from "@/ui/DatePicker";
import { Icon } from "@/ui/Icon";
import type { Ticket } from "@/wire/generated";
import { pressureOf } from "./due";
import { Nothing, Property, Still, Value } from "./Property";
import styles from "./Properties.module.css";
import { usePropertyPicker } from "./usePropertyPicker";

interface DatePropertyProps {
  field: With<"panel">;
  value: DateValue;
  ticket: Ticket;
}

/** A date. If another date begins the same span, it stands before this one. Each has its own picker. */
export function DateProperty({ field, value, ticket }: DatePropertyProps) {
  const fields = useFields();
  const { from } = field.panel;
  const start = from === undefined ? undefined : fieldById(fields, from);
  const begins = start?.value.kind === "date" ? { field: start, value: start.value } : null;
  const mayEdit = useMayOn("editTickets", ticket);
  const isEmpty = value.read(ticket) === null && (begins?.value.read(ticket) ?? null) === null;
  if (!mayEdit && isEmpty)
    return (
      <Property label={nameIn(field, "panel")} ticketId={ticket.id} field={field.key} also={start?.key}>
        <Still>
          <Nothing />
        </Still>
      </Property>
    );
  return (
    <Property label={nameIn(field, "panel")} ticketId={ticket.id} field={field.key} also={start?.key}>
      <span className={styles.dates}>
        {begins && <Day {...begins} ticket={ticket} first />}
        {begins && <span className={styles.quiet}><Trans>to</Trans></span>}
        <Day field={field} value={value} ticket={ticket} first={!begins} />
      </span>
    </Property>
  );
}

interface DayProps {
  field: Field;
  value: DateValue;
  ticket: Ticket;
  /** True for the first date of a line, which has the icon. */
  first: boolean;
}

function Day({ field, value, ticket, first }: DayProps) {
  const picker = usePropertyPicker(ticket.id, field);
  const category = useTroupe((state) => state.statuses[ticket.statusId]?.category);
  const mayEdit = useMayOn("editTickets", ticket);
  const name = field.name();
  const date = value.read(ticket);
  const isOpen = !ticket.completed && category !== "canceled" && category !== "completed";
  const pressure = value.deadline ? pressureOf(date, isOpen) : null;
  const content = (
    <>
      {first && <Icon of={Calendar} className={styles.quiet} />}
      {date === null ? <Nothing>{nameIn(field, "column")}</Nothing> : formatDate(date)}
      {value.deadline && <RepeatMark ticketId={ticket.id} className={styles.quiet} />}
      {pressure && <span className={cx(styles.pill, styles[pressure.tone])}>{pressure.text}</span>}
    </>
  );
  if (!mayEdit) return <Still>{content}</Still>;
  const shared = {
    ...picker,
    name,
    value: date,
    kept: value.kept,
    min: value.min?.(ticket) ?? undefined,
    max: value.max?.(ticket) ?? undefined,
    onChange: (next: string | null) => void setValue([ticket.id], value, next),
    trigger: <Value name={date === null ? t`${name}: none` : t`${name}: ${formatDateLong(date)}`}>{content}</Value>,
  };
  return value.deadline ? <DueDatePicker {...shared} ticket={ticket} /> : <DatePicker {...shared} />;
}
