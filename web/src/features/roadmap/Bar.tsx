import { t } from "@lingui/core/macro";
import { cx } from "@/lib/cx";
import { Link } from "@/lib/location";
import type { ScheduledRow } from "@/fields/roadmap";
import type { Statistics } from "@/sync/totals";
import { categoryNames, type StatusCategory } from "@/ui/vocabulary";
import { placeOf, type Axis } from "./axis";
import type { RoadmapActs } from "./Roadmap";
import styles from "./Roadmap.module.css";
import { useBarDrag } from "./useBarDrag";

/** The parts of the progress, from done to not started. Canceled tickets do not count. */
const parts: readonly { category: StatusCategory; count: (of: Statistics) => number }[] = [
  { category: "completed", count: ({ completed }) => completed },
  { category: "started", count: ({ started }) => started },
  { category: "blocked", count: ({ blocked }) => blocked },
  { category: "byDefault", count: (of) => of.default },
];

/** The name is inside a bar of at least this width, and otherwise after the bar. */
const roomForName = 96;

interface BarProps extends Pick<RoadmapActs, "hrefOf" | "mayEdit" | "onDates"> {
  row: ScheduledRow;
  axis: Axis;
}

/** The bar of a row, with its progress. It can be dragged, and so can its ends; the button in the row is for the keyboard. */
export function Bar({ row, axis, hrefOf, mayEdit, onDates }: BarProps) {
  const { shown, handleOf, onClick, isDragged } = useBarDrag({ row, axis, onDates });
  const { left, width } = placeOf(axis, shown);
  const { kind, name, statistics, end } = row;
  const filled = parts.map(({ category, count }) => ({ category, count: count(statistics) })).filter(({ count }) => count > 0);
  const movable = mayEdit(row) && !row.isRolledUp;
  const text = filled.map(({ category, count }) => `${count} ${categoryNames[category]}`).join(", ");
  return (
    <div className={cx(styles.bar, row.isOver && styles.over, isDragged && styles.dragged)} style={{ left, width }} data-from={shown.from} data-to={shown.to}>
      {/* The name at the left is the link for keyboards and screen readers. */}
      <Link to={hrefOf(row)} className={cx(styles.body, movable && styles.movable)} tabIndex={-1} aria-hidden draggable={false} onClick={onClick} {...(movable && handleOf("whole"))}>
        {width >= roomForName && <span className={styles.label} dir="auto">{name}</span>}
      </Link>
      <span className={styles.progress} role="img" aria-label={text === "" ? t`No tasks` : text} title={text}>
        {filled.map(({ category, count }) => (
          <i key={category} className={styles[category]} style={{ flexGrow: count }} />
        ))}
      </span>
      {kind === "version" && end !== null && <i className={styles.release} aria-hidden />}
      {width < roomForName && <span className={styles.beside} dir="auto" aria-hidden>{name}</span>}
      {movable && (
        <>
          <span className={cx(styles.handle, styles.start)} data-edge="start" {...handleOf("start")} />
          <span className={cx(styles.handle, styles.end)} data-edge="end" {...handleOf("end")} />
        </>
      )}
    </div>
  );
}
