import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import { useNewTitle, type NewTitleProps } from "@/actions/useNewTitle";
import type { FieldId } from "@/fields/field";
import { useGroupHead } from "@/fields/useGroupHead";
import { cx } from "@/lib/cx";
import { Icon } from "@/ui/Icon";
import { useChart } from "./chart";
import styles from "./Row.module.css";
import { useRowFocus } from "./useRowFocus";

interface NewRowProps {
  lineKey: string;
  groupId: string;
  by: FieldId;
  rowIndex: number;
  top: number;
  active: boolean;
  writing: boolean;
  onCreate: (groupId: string, titles: readonly string[]) => void;
}

/** The last row of a group: a field for the titles of new tasks in the group. Enter creates one and keeps the field for the next. */
export const NewRow = memo(function NewRow({ lineKey, groupId, by, rowIndex, top, active, writing, onCreate }: NewRowProps) {
  const { acts } = useChart();
  const { name } = useGroupHead(by, groupId);
  const row = useRef<HTMLDivElement>(null);
  useRowFocus(row, active && !writing ? "name" : null);
  return (
    <div ref={row} role="row" aria-rowindex={rowIndex} className={styles.row} style={{ top }}>
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={2}
        tabIndex={active && !writing ? 0 : -1}
        data-part="name"
        data-line={lineKey}
        aria-label={t`New task in ${name}`}
        className={cx(styles.tree, styles.new)}
      >
        {writing ? (
          <Title label={t`Title of the new task in ${name}`} onCreate={(titles) => onCreate(groupId, titles)} onLeave={() => acts.write(null)} onEscape={() => acts.stand(lineKey, "name")} />
        ) : (
          <button type="button" tabIndex={-1} className={styles.newButton} onClick={() => acts.write(lineKey)}>
            <Icon of={Plus} size={14} />
            <Trans>New task</Trans>
          </button>
        )}
      </div>
    </div>
  );
});

function Title({ label, ...rest }: NewTitleProps & { label: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Icon of={Plus} size={14} />
      <input ref={input} className={styles.newInput} aria-label={label} {...useNewTitle(rest)} />
    </>
  );
}
