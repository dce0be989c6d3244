import { plural, t } from "@lingui/core/macro";
import { ChevronDown, ChevronRight, Plus } from "lucide-react";
import { memo, useRef } from "react";
import { useGroupHead } from "@/fields/useGroupHead";
import { cx } from "@/lib/cx";
import type { FieldId } from "@/fields/field";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { shownNumber } from "@/words/region";
import { Cell } from "./Cell";
import { useGrid } from "./grid";
import styles from "./Lines.module.css";
import { useCellFocus } from "./useCellFocus";

interface GroupLineProps {
  lineKey: string;
  groupId: string;
  /** The number of columns, all of which the line covers. */
  span: number;
  by: FieldId;
  count: number;
  folded: boolean;
  active: boolean;
  /** True if dragged rows would join this group. */
  entered: boolean;
  rowIndex: number;
  top: number;
  mayAdd: boolean;
  /**
   * The number of lines in its group, with its own. While they scroll past, the line stays below the head of the sheet.
   */
  reach: number;
}

/** The head of a group: the value that its tickets share, their number, and a button to add one. */
export const GroupLine = memo(function GroupLine(props: GroupLineProps) {
  const { lineKey, groupId, span, by, count, folded, active, entered, rowIndex, top, mayAdd, reach } = props;
  const grid = useGrid();
  const { name, picture } = useGroupHead(by, groupId);
  const row = useRef<HTMLDivElement>(null);
  useCellFocus(row, active ? 0 : null, false);
  return (
    <div role="presentation" className={styles.reach} style={{ top, height: `calc(${reach} * var(--row-h))` }}>
      <div ref={row} role="row" aria-rowindex={rowIndex} className={cx(styles.group, entered && styles.entered)}>
        <Cell lineKey={lineKey} column={0} span={span} active={active} className={styles.head} name={plural(count, { one: `${name}, # task`, other: `${name}, # tasks` })}>
          <button
            type="button"
            tabIndex={-1}
            className={styles.fold}
            aria-label={folded ? t`Expand ${name}` : t`Collapse ${name}`}
            aria-expanded={!folded}
            onClick={() => grid.fold(groupId)}
          >
            <Icon of={folded ? ChevronRight : ChevronDown} size={14} />
          </button>
          {picture}
          <span className={styles.groupName} dir="auto">{name}</span>
          <span className={styles.count}>{shownNumber(count)}</span>
          {mayAdd && (
            <IconButton icon={Plus} name={t`New task in ${name}`} tabIndex={-1} onClick={() => grid.addIn(groupId)} />
          )}
        </Cell>
      </div>
    </div>
  );
});
