import { t } from "@lingui/core/macro";
import { useId } from "react";
import { linesOf, type Point, type Sample } from "./series";
import styles from "./Admin.module.css";

interface ChartProps {
  name: string;
  samples: readonly Sample[];
  of: (sample: Sample) => number | null;
  format: (value: number) => string;
}

const [width, height] = [240, 56];
const path = (line: readonly Point[]) => line.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
const area = (line: readonly Point[]) => `${path(line)}L${line.at(-1)?.x.toFixed(1)} ${height}L${line[0]?.x.toFixed(1)} ${height}Z`;

/** A figure over the last two minutes: a line above its area, scaled to its highest value. */
export function Chart({ name, samples, of, format }: ChartProps) {
  const title = useId();
  const values = samples.map(of);
  const now = values.at(-1) ?? null;
  const known = values.filter((value) => value !== null);
  const lines = linesOf(values, width, height);
  const peak = format(Math.max(...known));
  return (
    <figure className={styles.chart} aria-labelledby={title}>
      <figcaption id={title}>
        <span className={styles.name}>{name}</span>
        <b className={styles.figure}>{now === null ? "–" : format(now)}</b>
      </figcaption>
      <svg viewBox={`0 -4 ${width} ${height + 5}`} preserveAspectRatio="none" aria-hidden>
        {lines.map((line) => (
          <g key={line[0]?.x}>
            <path className={styles.area} d={area(line)} />
            <path className={styles.line} d={path(line)} vectorEffect="non-scaling-stroke" />
          </g>
        ))}
      </svg>
      <span className={styles.most}>{known.length > 1 ? t`peak ${peak} in the last two minutes` : t`measuring…`}</span>
    </figure>
  );
}
