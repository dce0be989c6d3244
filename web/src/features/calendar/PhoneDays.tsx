import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useNewTitle } from "@/actions/useNewTitle";
import { cx } from "@/lib/cx";
import { formatDateLong, today, weekdayShort, type PlainDate } from "@/lib/plainDate";
import { Icon } from "@/ui/Icon";
import type { DaysProps } from "./Days";
import { layOut, tasksOn } from "./layout";
import styles from "./PhoneDays.module.css";
import type { Scheduled } from "./spans";
import { TaskRow } from "./TaskRow";
import { datesOf, dayName } from "./titles";
import { useListKeys } from "./useListKeys";
import { walked } from "./walk";
import { shownDays, weeksOf } from "./weeks";

/** The most dots under a day. */
const mostDots = 4;
const nothing = () => [];

/** The calendar on a phone: days with a dot for each task, and below them the tasks of the chosen day. */
export function PhoneDays({ label, mode, day, first, weekends, scheduled, openId, mayAdd, show, actions }: DaysProps) {
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  const weeks = useMemo(() => shownDays(weeksOf(mode, day, first), weekends).map((days) => layOut(days, scheduled)), [mode, day, first, weekends, scheduled]);
  const chosen = weeks.find(({ days }) => days.includes(day));
  const tasks = chosen ? tasksOn(chosen, day) : [];
  useLayoutEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  });
  const walk = (event: KeyboardEvent) => {
    const next = event.altKey || event.metaKey || event.ctrlKey ? null : walked(event.key, { day, item: null }, { first, weekends, itemsOf: nothing });
    if (!next) return;
    event.preventDefault();
    moved.current = true;
    show({ day: next.day }, { replace: true });
  };
  const head = weeks[0]?.days ?? [];
  return (
    <div className={styles.phone}>
      <table ref={grid} role="grid" aria-label={label} className={styles.grid} onKeyDown={walk}>
        <thead>
          <tr>
            {head.map((on) => (
              <th key={on} scope="col">{weekdayShort(on)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.days[0]}>
              {week.days.map((on) => {
                const here = tasksOn(week, on);
                return (
                  <td key={on} aria-selected={on === day}>
                    <button
                      type="button"
                      tabIndex={on === day ? 0 : -1}
                      data-day={on}
                      className={cx(styles.day, mode === "month" && on.slice(0, 7) !== day.slice(0, 7) && styles.outside, on === today() && styles.today, on === day && styles.chosen)}
                      aria-label={dayName(on, here.length)}
                      {...(on === today() && { "aria-current": "date" as const })}
                      onClick={() => show({ day: on }, { replace: true })}
                    >
                      <b>{Number(on.slice(8))}</b>
                      <span className={styles.dots}>
                        {here.slice(0, mostDots).map(({ ticketId, category, late }) => (
                          <i key={ticketId} className={cx(styles[category], late && styles.late)} />
                        ))}
                      </span>
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <DayTasks key={day} day={day} tasks={tasks} openId={openId} mayAdd={mayAdd} actions={actions} />
    </div>
  );
}

interface DayTasksProps extends Pick<DaysProps, "openId" | "mayAdd" | "actions"> {
  day: PlainDate;
  tasks: readonly Scheduled[];
}

function DayTasks({ day, tasks, openId, mayAdd, actions }: DayTasksProps) {
  const [writing, setWriting] = useState(false);
  const list = useRef<HTMLElement>(null);
  const ids = useMemo(() => tasks.map(({ ticketId }) => ticketId), [tasks]);
  const reveal = (index: number) => list.current?.querySelectorAll("article")[index]?.scrollIntoView({ block: "nearest" });
  const { stop, focused, onKeyDown, onFocus } = useListKeys(ids, reveal, actions.open);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows have the focus; it knows their neighbours
    <section ref={list} aria-label={formatDateLong(day)} className={styles.tasks} onKeyDown={onKeyDown} onFocus={onFocus}>
      <h2 className={styles.head}>{formatDateLong(day)}</h2>
      {tasks.length === 0 && <p className={styles.nothing}><Trans>No tasks on this day.</Trans></p>}
      {tasks.map((task, index) => (
        <TaskRow
          key={task.ticketId}
          ticketId={task.ticketId}
          day={day}
          hint={task.from === task.to ? "" : datesOf(task)}
          late={task.late}
          stop={stop === index}
          focused={focused === index}
          open={openId === task.ticketId}
          actions={actions}
        />
      ))}
      {mayAdd &&
        (writing ? (
          <NewOnDay onCreate={(titles) => actions.create(titles, { from: day, to: day })} onLeave={() => setWriting(false)} />
        ) : (
          <button type="button" className={styles.new} onClick={() => setWriting(true)}>
            <Icon of={Plus} size={14} />
            <Trans>New task</Trans>
          </button>
        ))}
    </section>
  );
}

function NewOnDay(props: { onCreate: (titles: readonly string[]) => void; onLeave: () => void }) {
  return (
    <div className={styles.new}>
      <Icon of={Plus} size={14} />
      <input autoFocus aria-label={t`Title of the new task`} {...useNewTitle(props)} />
    </div>
  );
}
