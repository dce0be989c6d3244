import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { memo, useRef } from "react";
import { useGroupHead } from "@/fields/useGroupHead";
import type { FieldId } from "@/fields/field";
import { Icon } from "@/ui/Icon";
import { Cell } from "./Cell";
import { useGrid } from "./grid";
import styles from "./Lines.module.css";
import { NewTitle } from "./NewTitle";
import { useCellFocus } from "./useCellFocus";

interface NewLineProps {
  lineKey: string;
  groupId: string;
  /** The number of columns, all of which the line covers. */
  span: number;
  by: FieldId;
  active: boolean;
  writing: boolean;
  rowIndex: number;
  top: number;
  first: boolean;
  onWrite: (lineKey: string | null) => void;
  onCreate: (groupId: string, titles: readonly string[], first: boolean) => void;
}

/**
 * The last line of a group: a field for the titles of new tickets in the group. Enter creates one and keeps the field
 * for the next.
 */
export const NewLine = memo(function NewLine(props: NewLineProps) {
  const { lineKey, groupId, span, by, active, writing, rowIndex, top, first, onWrite, onCreate } = props;
  const grid = useGrid();
  const { name } = useGroupHead(by, groupId);
  const row = useRef<HTMLDivElement>(null);
  useCellFocus(row, active ? 0 : null, writing);
  return (
    <div ref={row} role="row" aria-rowindex={rowIndex} className={styles.new} style={{ top }}>
      <Cell lineKey={lineKey} column={0} span={span} active={active} editing={writing} name={t`New task in ${name}`} className={styles.newCell}>
        {writing ? (
          <NewTitle
            label={t`Title of the new task in ${name}`}
            onCreate={(titles) => onCreate(groupId, titles, first)}
            onLeave={() => onWrite(null)}
            onEscape={() => grid.leaveEdit("stay")}
          />
        ) : (
          <button type="button" tabIndex={-1} className={styles.newButton} onClick={() => onWrite(lineKey)}>
            <Icon of={Plus} size={14} />
            <Trans>New task</Trans>
          </button>
        )}
      </Cell>
    </div>
  );
});
