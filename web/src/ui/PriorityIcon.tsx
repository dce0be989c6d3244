import { t } from "@lingui/core/macro";
import { cx } from "@/lib/cx";
import "./hues.css";
import styles from "./PriorityIcon.module.css";
import { priorities, priorityNames, type Priority } from "./vocabulary";

interface PriorityIconProps {
  priority: Priority;
  size?: 13 | 14 | 16;
  /** True if no word stands beside the icon. */
  named?: boolean;
}

/** Four ticks: all up for a day, none for a year. Only a day has a warm colour. */
export function PriorityIcon({ priority, size = 14, named = false }: PriorityIconProps) {
  const lit = priorities.length - 1 - priorities.indexOf(priority);
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={cx(styles.icon, priority === "day" && styles.day)}
      {...(named ? { role: "img", "aria-label": t`Priority: ${priorityNames[priority]}` } : { "aria-hidden": true })}
    >
      {[2.1, 5.4, 8.7, 12].map((x, tick) => (
        <rect
          key={x}
          x={x}
          y={tick < lit ? 2.5 : 10.3}
          width="2.2"
          height={tick < lit ? 11 : 3.2}
          rx=".8"
          fill={tick < lit ? "currentColor" : "var(--pr-off)"}
        />
      ))}
    </svg>
  );
}
