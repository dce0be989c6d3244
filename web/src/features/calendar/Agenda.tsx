import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { setTarget } from "@/actions/target";
import { mayNowOn } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { useHotkeys } from "@/lib/hotkeys";
import { addDays, formatDate, formatDateLong, today, type PlainDate } from "@/lib/plainDate";
import { agendaOf, type Event } from "./agenda";
import styles from "./Agenda.module.css";
import type { Calendar } from "./context";
import { linesOf, type Line } from "./lines";
import { moveBy, resizeBy, unschedule } from "./reschedule";
import type { Scheduled } from "./spans";
import { TaskRow } from "./TaskRow";
import { useDropOnDays } from "./useDrops";
import { useListKeys } from "./useListKeys";
import { daysBy } from "./walk";
import { agendaDays } from "./weeks";

interface AgendaProps {
  label: string;
  day: PlainDate;
  scheduled: readonly Scheduled[];
  openId: string | null;
  actions: Pick<Calendar, "open" | "hrefOf" | "order" | "take">;
  onToday: () => void;
}

const ignore = () => {};
const due = (date: string) => t`Due ${date}`;
const starts = (date: string) => t`Starts, due ${date}`;

/** The words beside a task on a day of the agenda. */
function hintOf(is: Event, { from, to }: Scheduled): string {
  if (is === "start") return starts(formatDate(to));
  if (is === "ongoing") return due(formatDate(to));
  return from === to ? t`Due` : t`Due, started ${formatDate(from)}`;
}

/** A list of days, each with the tasks that begin or are due on that day. */
export function Agenda({ label, day, scheduled, openId, actions, onToday }: AgendaProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(agendaOf(scheduled, day, addDays(day, agendaDays - 1))), [scheduled, day]);
  const tasks = useMemo(() => lines.filter((line) => line.kind === "task"), [lines]);
  const landing = useDropOnDays(scroller, ignore);
  const getItemKey = useCallback((index: number) => lines[index]?.key ?? index, [lines]);
  const estimateSize = useCallback((index: number) => (lines[index]?.kind === "day" ? 36 : 32), [lines]);
  const virtual = useVirtualizer({ count: lines.length, getScrollElement: () => scroller.current, estimateSize, getItemKey, overscan: 12 });
  const ids = useMemo(() => tasks.map(({ task }) => task.ticketId), [tasks]);
  const reveal = (index: number) => {
    const line = tasks[index];
    if (line) virtual.scrollToIndex(lines.indexOf(line));
  };
  const { stop, focused, onKeyDown, onFocus } = useListKeys(ids, reveal, actions.open, (row) => tasks.findIndex((line) => line === lines[row]));
  const [said, say] = useState("");
  useHotkeys({ T: onToday });
  useEffect(() => () => setTarget({ focused: null, hovered: null }), []);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const id = ids[stop];
    const task = tasks[stop]?.task;
    const days = daysBy(event.key, (event.altKey ? task?.to : task?.from) ?? day);
    const clears = event.key === "Delete" || event.key === "Backspace";
    if (id === undefined || (event.target as HTMLElement).tagName !== "ARTICLE" || event.metaKey || event.ctrlKey || !(clears || (days !== undefined && event.shiftKey))) return onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
    const taken = actions.take(id);
    if (!mayNowOn("editTickets", taken)) return say(t`You can't change this task.`);
    if (clears) unschedule(taken);
    else if (days !== undefined && event.altKey) resizeBy([id], "end", days);
    else if (days !== undefined) moveBy(taken, days);
    return say(t`Dates changed.`);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows have the focus; it knows their neighbours
    <div ref={scroller} role="region" aria-label={label} className={styles.agenda} onKeyDown={move} onFocus={onFocus}>
      {lines.length === 0 && <p className={styles.nothing}><Trans>No tasks in these four weeks.</Trans></p>}
      <div className={styles.run} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (!line) return null;
          const isLanding = landing !== null && landing.from <= line.day && line.day <= landing.to;
          return (
            <div key={line.key} ref={virtual.measureElement} data-index={index} className={cx(styles.line, isLanding && styles.landing)} style={{ top: start }}>
              <AgendaLine line={line} stop={stop} focused={focused} tasks={tasks} openId={openId} actions={actions} />
            </div>
          );
        })}
      </div>
      <p role="status" aria-live="assertive" className={styles.hidden}>
        {said}
      </p>
    </div>
  );
}

interface AgendaLineProps extends Pick<AgendaProps, "openId" | "actions"> {
  line: Line;
  stop: number;
  focused: number;
  tasks: readonly Line[];
}

function AgendaLine({ line, stop, focused, tasks, openId, actions }: AgendaLineProps) {
  if (line.kind === "day")
    return (
      <h2 className={cx(styles.day, line.day === today() && styles.today)} data-day={line.day}>
        {formatDateLong(line.day)}
      </h2>
    );
  const { task, is, day } = line;
  return (
    <TaskRow
      ticketId={task.ticketId}
      day={day}
      hint={hintOf(is, task)}
      late={task.late}
      stop={tasks[stop] === line}
      focused={tasks[focused] === line}
      open={openId === task.ticketId}
      actions={actions}
    />
  );
}
