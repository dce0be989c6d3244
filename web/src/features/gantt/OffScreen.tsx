import { t } from "@lingui/core/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { Span } from "@/fields/schedule/span";
import { Icon } from "@/ui/Icon";
import { boxOf } from "./boxes";
import { useChart } from "./chart";
import styles from "./Row.module.css";
import { sideOf } from "./sight";
import { datesWords } from "./words";

type Shown = Pick<Span, "start" | "end"> & { kind: Span["kind"] | "parent" };

/** Says on which side a bar is that is out of sight, and scrolls to it. */
export function OffScreen({ span }: { span: Shown }) {
  const { axis, acts } = useChart();
  const box = boxOf(axis, span);
  const side = useSyncExternalStore(acts.onScroll, () => {
    const { left, width } = acts.seen();
    return sideOf(box, left, width);
  });
  if (side === null) return null;
  const dates = datesWords({ startDate: span.start, dueDate: span.end });
  return (
    <span data-side={side} className={side === "before" ? styles.hintBefore : styles.hintAfter}>
      <button type="button" tabIndex={-1} className={styles.hint} aria-label={t`Show the bar: ${dates}`} onClick={() => acts.reveal(span.start, span.end)}>
        {side === "before" && <Icon of={ChevronLeft} size={14} />}
        {dates}
        {side === "after" && <Icon of={ChevronRight} size={14} />}
      </button>
    </span>
  );
}
