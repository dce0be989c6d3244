import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useVirtualizer } from "@tanstack/react-virtual";
import { X } from "lucide-react";
import { useCallback, useRef } from "react";
import { setTarget } from "@/actions/target";
import { cx } from "@/lib/cx";
import { IconButton } from "@/ui/IconButton";
import { shownNumber } from "@/words/region";
import type { Calendar } from "./context";
import { TaskRow } from "./TaskRow";
import styles from "./Tray.module.css";
import { useDropOnTray } from "./useDrops";
import { useListKeys } from "./useListKeys";

interface TrayProps {
  ticketIds: readonly string[];
  openId: string | null;
  mayEdit: boolean;
  actions: Pick<Calendar, "open" | "hrefOf" | "order" | "take">;
  onClose: () => void;
}

const estimateSize = () => 34;
const gap = 6;

/** The open tasks without a date. They are dragged onto a day, and tasks that are dropped here lose their dates. */
export function Tray({ ticketIds, openId, mayEdit, actions, onClose }: TrayProps) {
  const tray = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const over = useDropOnTray(tray);
  const getItemKey = useCallback((index: number) => ticketIds[index] ?? index, [ticketIds]);
  const virtual = useVirtualizer({ count: ticketIds.length, getScrollElement: () => scroller.current, estimateSize, getItemKey, gap, overscan: 8, paddingStart: 2, paddingEnd: 12 });
  const { stop, focused, onKeyDown, onFocus } = useListKeys(ticketIds, (index) => virtual.scrollToIndex(index), actions.open);
  return (
    <section ref={tray} aria-label={t`Unscheduled tasks`} className={cx(styles.tray, over && styles.over)}>
      <header className={styles.head}>
        <h2><Trans>Unscheduled</Trans></h2>
        <span className={styles.count}>{shownNumber(ticketIds.length)}</span>
        <IconButton icon={X} name={t`Close the unscheduled tasks`} size="xs" className={styles.close} onClick={onClose} />
      </header>
      <p className={styles.hint}>
        {ticketIds.length === 0 ? (
          mayEdit ? <Trans>Every open task has a date. Drop a task here to remove its dates.</Trans> : <Trans>Every open task has a date.</Trans>
        ) : (
          mayEdit && <Trans>Drag a task onto a day, or press D to set its due date.</Trans>
        )}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its rows have the focus; it knows their neighbours */}
      <div ref={scroller} className={styles.list} onKeyDown={onKeyDown} onFocus={onFocus} onBlur={() => setTarget({ focused: null })}>
        <div role="list" className={styles.run} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const id = ticketIds[index];
            return (
              id !== undefined && (
                <div role="listitem" key={id} ref={virtual.measureElement} data-index={index} className={styles.place} style={{ top: start }}>
                  <TaskRow card ticketId={id} stop={stop === index} focused={focused === index} open={openId === id} actions={actions} />
                </div>
              )
            );
          })}
        </div>
      </div>
    </section>
  );
}
