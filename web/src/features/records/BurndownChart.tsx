import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { addDays, daysBetween, formatDate, weekday, type PlainDate } from "@/lib/plainDate";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { shownAmount } from "./amounts";
import type { BurndownDay } from "@/fields/burndown";
import styles from "./Sprint.module.css";

/** The size of the drawing; it grows with its place. */
const [wide, narrow, height] = [640, 340, 180];
const [left, right, top, bottom] = [32, 12, 10, 20];

/** Four to five even steps up to at least `most`. */
export function stepsTo(most: number): number[] {
  const raw = Math.max(most, 1) / 4;
  const ten = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((each) => each * ten).find((each) => each >= raw) ?? raw;
  const whole = most >= 4 ? step : 1;
  return Array.from({ length: Math.ceil(Math.max(most, 1) / whole) + 1 }, (_, n) => n * whole);
}

interface BurndownChartProps {
  days: readonly BurndownDay[];
  endDate: PlainDate | null;
  /** What is counted: tasks, or the name of an attribute. */
  unit: string;
}

/** What is left of a sprint day by day, its scope, and an even pace. The table has the same numbers. */
export function BurndownChart({ days, endDate, unit }: BurndownChartProps) {
  const [asTable, setAsTable] = useState(false);
  const titleId = useId();
  const width = useMediaQuery("(max-width: 767px)") ? narrow : wide;
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const count = Math.max(days.length - 1, endDate === null ? 0 : daysBetween(first.day, endDate), 1);
  const steps = stepsTo(Math.max(...days.map(({ total, open }) => Math.max(total, open))));
  const most = steps.at(-1) ?? 1;
  const x = (place: number) => left + (place / count) * (width - left - right);
  const y = (amount: number) => top + (1 - amount / most) * (height - top - bottom);
  const stairs = (of: (day: BurndownDay) => number) =>
    days.map((day, place) => (place === 0 ? `M${x(0)} ${y(of(day))}` : `H${x(place)}V${y(of(day))}`)).join("");
  const open = stairs((day) => day.open);
  const weekends = Array.from({ length: count }, (_, place) => place).filter((place) => weekday(addDays(first.day, place)) >= 5);
  const every = Math.ceil(count / (width === wide ? 6 : 3));
  const [left_, scope, change] = [shownAmount(last.open), shownAmount(last.total), last.total - first.total];
  const changed = change === 0 ? "" : ` (${change > 0 ? "+" : "−"}${shownAmount(Math.abs(change))})`;
  return (
    <div>
      <p className={styles.legend}>
        <span data-line="open">{t`Left: ${left_}`}</span>
        <span data-line="scope">{t`Scope: ${scope}${changed}`}</span>
        {first.ideal !== null && <span data-line="ideal"><Trans>Even pace</Trans></span>}
        <button type="button" className={styles.asTable} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          <Trans>Show as table</Trans>
        </button>
      </p>
      {asTable ? (
        <BurndownTable days={days} unit={unit} />
      ) : (
        <svg className={styles.drawing} viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={titleId}>
          <title id={titleId}>{t`Burndown: ${left_} of ${scope} left (${unit})`}</title>
          {weekends.map((place) => <rect key={place} className={styles.weekend} x={x(place)} y={top} width={x(1) - x(0)} height={height - top - bottom} />)}
          {steps.map((step) => (
            <g key={step}>
              <line className={styles.grid} x1={left} x2={width - right} y1={y(step)} y2={y(step)} />
              <text className={styles.label} x={left - 6} y={y(step) + 4} textAnchor="end">{shownAmount(step)}</text>
            </g>
          ))}
          {Array.from({ length: count + 1 }, (_, place) => place).filter((place) => place % every === 0).map((place) => (
            <text key={place} className={styles.label} x={x(place)} y={height - 4} textAnchor={place === 0 ? "start" : place === count ? "end" : "middle"}>
              {formatDate(addDays(first.day, place))}
            </text>
          ))}
          {first.ideal !== null && endDate !== null && <line className={styles.ideal} x1={x(0)} y1={y(first.ideal)} x2={x(daysBetween(first.day, endDate))} y2={y(0)} />}
          <path className={styles.area} d={`${open}V${y(0)}H${x(0)}Z`} />
          <path className={styles.scope} d={stairs((day) => day.total)} />
          <path className={styles.open} d={open} />
          <circle className={styles.now} cx={x(days.length - 1)} cy={y(last.open)} r={4} />
        </svg>
      )}
    </div>
  );
}

function BurndownTable({ days, unit }: { days: readonly BurndownDay[]; unit: string }) {
  return (
    // Long sprints scroll, also by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t`Burndown by day`}>
      <table className={styles.speeds} aria-label={t`Burndown (${unit})`}>
        <thead>
          <tr>
            <th scope="col"><Trans>Day</Trans></th>
            <th scope="col"><Trans>Scope</Trans></th>
            <th scope="col"><Trans>Left</Trans></th>
            <th scope="col"><Trans>Even pace</Trans></th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, total, open, ideal }) => (
            <tr key={day}>
              <th scope="row">{formatDate(day)}</th>
              <td>{shownAmount(total)}</td>
              <td>{shownAmount(open)}</td>
              <td>{ideal === null ? "" : shownAmount(ideal)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
