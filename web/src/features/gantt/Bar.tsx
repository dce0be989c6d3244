import { memo } from "react";
import { othersAt } from "@/actions/marks";
import { useMayOn } from "@/actions/useMay";
import { isLate } from "@/fields/deadline";
import { dueDate } from "@/fields/dates";
import type { Dates, Span } from "@/fields/schedule/span";
import { status as statusField } from "@/fields/status";
import { cx } from "@/lib/cx";
import { memberName, subtasksOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { presenceClass } from "@/ui/presence";
import { StatusIcon } from "@/ui/StatusIcon";
import type { StatusCategory } from "@/ui/vocabulary";
import type { Ticket } from "@/wire/generated";
import styles from "./Bar.module.css";
import { boxOf, labelFits } from "./boxes";
import { useChart } from "./chart";
import { useHand } from "./hand";
import { progressOf } from "./progress";
import { datesOfDrag } from "./remoteDrag";
import { barName, datesWords } from "./words";

interface BarProps {
  ticket: Ticket;
  span: Pick<Span, "start" | "end"> & { kind: Span["kind"] | "parent" };
  /** The ticket's own dates, or those that it would get. */
  dates: Dates;
  lineKey: string;
  category: StatusCategory;
  active: boolean;
  selected: boolean;
  inHand: boolean;
  critical: boolean;
  slack: number | null;
}

/** The days of a ticket on the time axis: a bar, a diamond for one day, or a bracket over its subtasks. */
export const Bar = memo(function Bar({ ticket, span, dates, lineKey, category, active, selected, inHand, critical, slack }: BarProps) {
  const { axis, acts } = useChart();
  const status = useTroupe((state) => statusField.value.options.find(state, ticket.statusId));
  const progress = useTroupe((state) => progressOf(subtasksOf(state, ticket.id), state.statuses));
  const mayEdit = useMayOn("editTickets", ticket);
  const other = useTroupe((state) => othersAt(state, ticket.id)[0]);
  const flag = useTroupe((state) => {
    const member = other && state.members[other.userId];
    return member ? memberName(member) : null;
  });
  const aimed = useHand(({ link }) => link?.toId === ticket.id);
  const pulled = useHand(({ link }) => link?.fromId === ticket.id);
  const looped = useHand(({ link }) => link?.loop?.includes(ticket.id) === true);
  const remote = datesOfDrag(other?.field ?? null);
  const shown = remote && span.kind !== "parent" ? { ...remote, kind: span.kind } : span;
  const box = boxOf(axis, shown);
  const late = isLate(dueDate.value, ticket) && category !== "canceled";
  const share = status?.look?.is === "status" ? status.look.share : undefined;
  const isBar = shown.kind === "bar" || shown.kind === "startOnly";
  const inside = isBar && labelFits(box);
  const words = shown.kind === "parent" ? { startDate: shown.start, dueDate: shown.end } : dates;
  const name = barName({ title: ticket.title, dates: datesWords(words), status: status?.name ?? "", progress, isLate: late, slack });
  const mayResize = mayEdit && shown.kind !== "parent";
  return (
    <div
      className={cx(
        styles.place,
        styles[shown.kind],
        styles[category],
        selected && styles.selected,
        inHand && styles.lifted,
        other && styles.live,
        other && presenceClass(other.userId),
        remote && styles.remote,
        critical && styles.critical,
        late && styles.late,
        aimed && styles.aimed,
        pulled && styles.pulled,
        looped && styles.looped,
        mayEdit && styles.movable,
      )}
      style={{ left: box.left, width: box.width }}
    >
      <button
        type="button"
        tabIndex={active ? 0 : -1}
        data-part="bar"
        data-line={lineKey}
        data-ticket={ticket.id}
        aria-label={name}
        title={name}
        className={styles.bar}
        onPointerDown={(event) => acts.grab(event.nativeEvent, ticket.id, "move")}
      >
        {isBar && progress !== null && <i className={styles.progress} style={{ width: `${progress}%` }} />}
        {shown.kind === "parent" && progress !== null && <i className={styles.share} style={{ width: `${progress}%` }} />}
        {inside && (
          <span className={styles.label}>
            <StatusIcon category={category} share={share} size={12} />
            <span className={styles.text} dir="auto">{ticket.title}</span>
          </span>
        )}
      </button>
      {!inside && (
        <span className={styles.beside} aria-hidden>
          <bdi>{ticket.title}</bdi>
        </span>
      )}
      {mayResize && <i className={cx(styles.grip, styles.start)} onPointerDown={(event) => acts.grab(event.nativeEvent, ticket.id, "start")} />}
      {mayResize && <i className={cx(styles.grip, styles.end)} onPointerDown={(event) => acts.grab(event.nativeEvent, ticket.id, "end")} />}
      {mayEdit && <i className={styles.dot} onPointerDown={(event) => acts.pull(event.nativeEvent, ticket.id)} />}
      {flag !== null && <span className={styles.flag} dir="auto">{flag}</span>}
    </div>
  );
});
