import { t } from "@lingui/core/macro";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo, useRef } from "react";
import type { FieldId } from "@/fields/field";
import { useGroupHead } from "@/fields/useGroupHead";
import { Icon } from "@/ui/Icon";
import { shownNumber } from "@/words/region";
import bars from "./Bar.module.css";
import { barBox } from "./boxes";
import { useChart } from "./chart";
import styles from "./Row.module.css";
import { useRowFocus } from "./useRowFocus";

interface GroupRowProps {
  lineKey: string;
  groupId: string;
  by: FieldId;
  rowIndex: number;
  top: number;
  folded: boolean;
  active: boolean;
  count: number;
  /** How many of its tickets are completed. */
  done: number;
  /** The span from the first to the last day of its tickets. */
  start: string | null;
  end: string | null;
}

/** The head of a group: the value that its tickets share, how many of them are done, and the days that they take together. */
export const GroupRow = memo(function GroupRow({ lineKey, groupId, by, rowIndex, top, folded, active, count, done, start, end }: GroupRowProps) {
  const { axis, acts } = useChart();
  const { name, picture } = useGroupHead(by, groupId);
  const row = useRef<HTMLDivElement>(null);
  useRowFocus(row, active ? "name" : null);
  const share = t`${shownNumber(done)} of ${shownNumber(count)} done`;
  return (
    <div ref={row} role="row" aria-rowindex={rowIndex} aria-level={1} aria-expanded={!folded} className={styles.group} style={{ top }}>
      <div role="gridcell" aria-colindex={1} tabIndex={active ? 0 : -1} data-part="name" data-line={lineKey} className={styles.groupHead} aria-label={`${name}, ${share}`}>
        <button type="button" tabIndex={-1} className={styles.fold} aria-label={folded ? t`Expand ${name}` : t`Collapse ${name}`} aria-expanded={!folded} onClick={() => acts.fold(groupId)}>
          <Icon of={folded ? ChevronRight : ChevronDown} size={14} />
        </button>
        {picture}
        <span className={styles.groupName} dir="auto">{name}</span>
        <span className={styles.count}>{shownNumber(count)}</span>
        <span className={styles.fraction}>{share}</span>
      </div>
      <div role="gridcell" aria-colindex={2} className={styles.lane} aria-hidden>
        {start !== null && end !== null && (
          <i className={bars.summary} style={barBox(axis, start, end)}>
            <i style={{ width: `${count === 0 ? 0 : (100 * done) / count}%` }} />
          </i>
        )}
      </div>
    </div>
  );
});
