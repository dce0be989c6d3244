import { memo, type CSSProperties } from "react";
import { useDependencies } from "@/actions/dependency";
import { othersAt } from "@/actions/marks";
import { useMayOn } from "@/actions/useMay";
import { isLate } from "@/fields/deadline";
import { dueDate } from "@/fields/dates";
import { dependencyOf, joinedBy } from "@/fields/schedule/ends";
import type { Dates, Span } from "@/fields/schedule/span";
import { status as statusField } from "@/fields/status";
import { cx } from "@/lib/cx";
import { linksOf, memberName, subtasksOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { presenceClass } from "@/ui/presence";
import { StatusIcon } from "@/ui/StatusIcon";
import type { StatusCategory } from "@/ui/vocabulary";
import type { Ticket } from "@/wire/generated";
import { roomBehind } from "./arrows";
import styles from "./Bar.module.css";
import { boxOf, labelFits } from "./boxes";
import { useChart } from "./chart";
import { barColour } from "./colours";
import { driftOf } from "./dates";
import { useGanttView } from "./ganttView";
import { useHand } from "./hand";
import { progressOf } from "./progress";
import { datesOfDrag } from "./remoteDrag";
import { barName, datesWords } from "./words";

interface BarProps {
  ticket: Ticket;
  span: Pick<Span, "start" | "end"> & { kind: Span["kind"] | "parent" };
  /** The dates of the ticket, or during a drag the dates that it would get. */
  dates: Dates;
  lineKey: string;
  category: StatusCategory;
  active: boolean;
  selected: boolean;
  inHand: boolean;
  critical: boolean;
  slack: number | null;
  /** The dates that the ticket had when the baseline was set, if the baseline is shown. */
  planned: Dates | null;
}

/** The days of a ticket on the time axis: a bar, a diamond for one day, or a bracket over its subtasks. */
export const Bar = memo(function Bar({ ticket, span, dates, lineKey, category, active, selected, inHand, critical, slack, planned }: BarProps) {
  const { axis, acts } = useChart();
  const status = useTroupe((state) => statusField.value.options.find(state, ticket.statusId));
  const progress = useTroupe((state) => progressOf(subtasksOf(state, ticket.id), state.statuses));
  const mayEdit = useMayOn("editTickets", ticket);
  const other = useTroupe((state) => othersAt(state, ticket.id)[0]);
  const flag = useTroupe((state) => {
    const member = other && state.members[other.userId];
    return member ? memberName(member) : null;
  });
  const by = useGanttView((view) => view.settings.colour);
  const colour = useTroupe((state) => barColour(state, by, ticket));
  const room = useTroupe((state) =>
    roomBehind(
      linksOf(state, ticket.id).flatMap(({ id, kind, fromTicketId }) => {
        const { ends, lag } = dependencyOf(state, id);
        const { fromEnd, toEnd } = joinedBy(ends);
        const arrives = fromTicketId !== ticket.id;
        return kind === "blocks" && (arrives ? toEnd : fromEnd) === "end" ? [{ arrives, lag }] : [];
      }),
    ),
  );
  const dependencies = useDependencies(ticket.id);
  const aimed = useHand(({ link }) => (link?.overId === ticket.id ? link.overEnd : null));
  const pulled = useHand(({ link }) => (link?.barId === ticket.id ? link.end : null));
  const looped = useHand(({ link }) => link?.loop?.includes(ticket.id) === true);
  const remote = datesOfDrag(other?.field ?? null);
  const shown = remote && span.kind !== "parent" ? { ...remote, kind: span.kind } : span;
  const box = boxOf(axis, shown);
  const late = isLate(dueDate.value, ticket) && category !== "canceled";
  const share = status?.look?.is === "status" ? status.look.share : undefined;
  const isBar = shown.kind === "bar" || shown.kind === "startOnly";
  const inside = isBar && labelFits(box);
  const words = shown.kind === "parent" ? { startDate: shown.start, dueDate: shown.end } : dates;
  const name = barName({ title: ticket.title, dates: datesWords(words), status: status?.name ?? "", progress, isLate: late, slack, drift: planned && driftOf(planned, words) });
  const mayResize = mayEdit && shown.kind !== "parent";
  return (
    <div
      className={cx(
        styles.place,
        // The class of the name "bar" is the button's own.
        shown.kind !== "bar" && styles[shown.kind],
        styles[category],
        colour !== null && styles.hued,
        selected && styles.selected,
        inHand && styles.lifted,
        other && styles.live,
        other && presenceClass(other.userId),
        remote && styles.remote,
        critical && styles.critical,
        late && styles.late,
        aimed && styles.aimed,
        pulled !== null && styles.pulled,
        (pulled ?? aimed) === "before" && styles.joinedBefore,
        (pulled ?? aimed) === "behind" && styles.joinedBehind,
        looped && styles.looped,
        mayEdit && styles.movable,
      )}
      style={{ left: box.left, width: box.width, ...(room > 0 && { "--room": `${room}px` }), ...(colour !== null && { "--hue": colour }) } as CSSProperties}
    >
      <button
        type="button"
        tabIndex={active ? 0 : -1}
        data-part="bar"
        data-line={lineKey}
        data-ticket={ticket.id}
        aria-label={name}
        title={name}
        {...(dependencies !== "" && { "aria-description": dependencies })}
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
      {mayEdit && <i className={cx(styles.dot, styles.before)} data-end="before" data-ticket={ticket.id} onPointerDown={(event) => acts.pull(event.nativeEvent, ticket.id, "before")} />}
      {mayEdit && <i className={cx(styles.dot, styles.behind)} data-end="behind" data-ticket={ticket.id} onPointerDown={(event) => acts.pull(event.nativeEvent, ticket.id, "behind")} />}
      {flag !== null && (
        <span className={styles.flag}>
          <bdi>{flag}</bdi>
          {remote && <> {datesWords({ startDate: remote.start, dueDate: remote.end })}</>}
        </span>
      )}
    </div>
  );
});
