import { useCallback, useEffect, useMemo, useRef, useState, type CSSProperties } from "react";
import { useWorkingDays } from "@/fields/schedule/useWorkingDays";
import { cx } from "@/lib/cx";
import { setTarget } from "@/actions/target";
import { today, weekdayShort, type PlainDate } from "@/lib/plainDate";
import { CalendarProvider, type Calendar } from "./context";
import { hiddenIn, lanesIn, layOut, tasksOn } from "./layout";
import { MoreTasks } from "./MoreTasks";
import styles from "./Month.module.css";
import { mostBars, mostSingles, splitWeek } from "./room";
import type { Scheduled, Span } from "./spans";
import { Turn } from "./Turn";
import { useDraw } from "./useDraw";
import { useDropOnDays } from "./useDrops";
import { firstStop, useKeys } from "./useKeys";
import { useMoves } from "./useMoves";
import { useTurn } from "./useTurn";
import { useWeekHeight } from "./useWeekHeight";
import { MORE, type Spot } from "./walk";
import { WeekRow } from "./WeekRow";
import { columnsOf, shownDays, weeksOf, type Mode } from "./weeks";

export interface DaysProps {
  label: string;
  mode: Exclude<Mode, "agenda">;
  day: PlainDate;
  first: number;
  weekends: boolean;
  scheduled: readonly Scheduled[];
  openId: string | null;
  mayAdd: boolean;
  show: (to: { day: PlainDate }, how?: { replace?: boolean }) => void;
  /** The functions that days and chips call, except those that `Days` adds. */
  actions: Pick<Calendar, "open" | "hrefOf" | "order" | "take" | "create">;
}

/** A month of six weeks, or one week, with the tasks on their days. */
export function Days({ label, mode, day, first, weekends, scheduled, openId, mayAdd, show, actions }: DaysProps) {
  const root = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(false);
  const [chosen, setChosen] = useState<Spot | null>(null);
  // A field for new tasks closes when other days are shown.
  const period = `${mode} ${day}`;
  const [written, setWritten] = useState<{ days: Span; period: string } | null>(null);
  const writing = written?.period === period ? written.days : null;
  const write = useCallback((days: Span | null) => setWritten(days && { days, period }), [period]);
  const [more, setMore] = useState<PlainDate | null>(null);
  const moreButton = useRef<HTMLElement | null>(null);
  const weeks = useMemo(() => shownDays(weeksOf(mode, day, first), weekends).map((days) => layOut(days, scheduled)), [mode, day, first, weekends, scheduled]);
  const shown = useMemo(() => weeks.flatMap(({ days }) => days), [weeks]);
  const { way, button, began } = useTurn(root, { mode, day, show });
  // In the order of their days, so that no week is moved within the document: that would end the drag.
  const drawnWeeks = useMemo(() => {
    if (began === null) return weeks;
    const kept = shownDays(weeksOf(mode, began, first), weekends).filter(([from]) => weeks.every(({ days }) => days[0] !== from));
    return [...weeks, ...kept.map((days) => layOut(days, scheduled))].sort((a, b) => ((a.days[0] ?? "") < (b.days[0] ?? "") ? -1 : 1));
  }, [began, weeks, mode, first, weekends, scheduled]);
  const height = useWeekHeight(root);
  const { settle } = useMoves(root, `${mode} ${shown[0]} ${weekends}`);
  const landing = useDropOnDays(root, settle);
  const stand = useCallback((spot: Spot) => {
    takesFocus.current = true;
    setChosen(spot);
    setTarget({ focused: spot.item === MORE ? null : spot.item });
  }, []);
  const draw = (days: Span) => {
    stand({ day: days.to, item: null });
    if (mayAdd) write(days);
  };
  const working = useWorkingDays();
  // A click that closes the tasks of a day draws nothing.
  const drawn = useDraw(root, draw, () => more === null);
  const calendar = useMemo<Calendar>(
    () => ({
      ...actions,
      takesFocus: () => takesFocus.current,
      stand,
      write,
      showMore: (on, beside) => {
        moreButton.current = beside;
        setMore(on);
      },
    }),
    [actions, stand, write],
  );
  const itemsOf = useCallback(
    (on: PlainDate): readonly string[] => {
      const week = weeks.find(({ days }) => days.includes(on));
      if (!week) return [];
      const column = week.days.indexOf(on);
      if (mode === "week") {
        const { singles, hidden, bars } = splitWeek(week);
        const over = bars.flat().filter((bar) => bar.first <= column && column <= bar.last && bar.lane < mostBars).toSorted((a, b) => a.lane - b.lane);
        const ids = [...over, ...(singles[column] ?? []).slice(0, mostSingles)].map(({ task }) => task.ticketId);
        return (hidden[column] ?? 0) > 0 ? [...ids, MORE] : ids;
      }
      const lanes = lanesIn(height, week.lanes);
      const ids = week.segments.filter((segment) => segment.first <= column && column <= segment.last && segment.lane < lanes).toSorted((a, b) => a.lane - b.lane).map(({ task }) => task.ticketId);
      return (hiddenIn(week, lanes)[column] ?? 0) > 0 ? [...ids, MORE] : ids;
    },
    [weeks, mode, height],
  );
  const stop = chosen && shown.includes(chosen.day) ? chosen : firstStop(shown, day);
  const place = stop.item === null || itemsOf(stop.day).includes(stop.item) ? stop : { day: stop.day, item: null };
  const reveal = (to: PlainDate) => {
    if (!shown.includes(to)) show({ day: to }, { replace: true });
  };
  const { onKeyDown, said } = useKeys({ calendar, stop: place, mayAdd, reveal, onToday: () => show({ day: today() }), first, weekends, itemsOf });
  useEffect(() => () => setTarget({ focused: null, hovered: null }), []);
  const columns = columnsOf(weeks[0]?.days ?? []);

  return (
    <CalendarProvider value={calendar}>
      <div className={styles.frame}>
        <div
          ref={root}
          role="grid"
          tabIndex={-1}
          aria-label={label}
          // The day that the dialog for a new task takes.
          data-chosen={chosen && shown.includes(chosen.day) ? chosen.day : undefined}
          className={styles.days}
          style={{ "--columns": columns } as CSSProperties}
          onKeyDown={onKeyDown}
          onBlur={({ relatedTarget, currentTarget }) => {
            // If a focused chip moves, it loses the focus, but no other element gets it; the chip then takes the focus back. If the person moves the focus elsewhere, the chip does not.
            if (relatedTarget && !currentTarget.contains(relatedTarget)) takesFocus.current = false;
          }}
          onFocus={({ target }) => {
            const spot = spotAt(target, place);
            if (spot && (spot.day !== place.day || spot.item !== place.item)) stand(spot);
            else if (spot) takesFocus.current = true;
          }}
        >
          <div role="row" className={cx(styles.row, styles.head, mode === "week" && styles.weekHead)}>
            {(weeks[0]?.days ?? []).map((on) => (
              <div key={on} role="columnheader" className={cx(mode === "week" && on === today() && styles.today)}>
                {weekdayShort(on)}
                {mode === "week" && <> <b>{Number(on.slice(8))}</b></>}
              </div>
            ))}
          </div>
          <div role="rowgroup" className={styles.weeks} data-weeks>
            {drawnWeeks.map((week) => (
              <WeekRow
                key={week.days[0]}
                week={week}
                month={mode === "month" ? day.slice(0, 7) : null}
                height={height}
                stop={week.days.includes(place.day) ? place : null}
                openId={openId}
                landing={drawn ?? landing}
                writing={writing}
                working={working}
                kept={!weeks.includes(week)}
              />
            ))}
          </div>
        </div>
        {way && <Turn mode={mode} way={way} top={button} />}
      </div>
      <MoreTasks
        day={more}
        anchor={moreButton}
        tasks={more === null ? [] : tasksOn(drawnWeeks.find(({ days }) => days.includes(more)) ?? { days: [], segments: [], lanes: 0 }, more)}
        openId={openId}
        onClose={() => setMore(null)}
      />
      <p role="status" aria-live="assertive" className={styles.hidden}>
        {said}
      </p>
    </CalendarProvider>
  );
}

/** The spot of a focused element; null for a field. If the chip already has the tab stop, the spot keeps its day: keys may have reached the chip on a later day than its first. */
function spotAt(target: EventTarget, now: Spot): Spot | null {
  if (!(target instanceof HTMLElement)) return null;
  const { ticket, at, day, more } = target.dataset;
  if (ticket !== undefined && at !== undefined) return ticket === now.item ? now : { day: at, item: ticket };
  if (more !== undefined && at !== undefined) return { day: at, item: MORE };
  return day === undefined ? null : { day, item: null };
}
