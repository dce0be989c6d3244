import { t } from "@lingui/core/macro";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, type RefObject } from "react";
import { formatDateLong, type PlainDate } from "@/lib/plainDate";
import { useLast } from "@/lib/useLast";
import { Popover } from "@/ui/Popover";
import { Chip } from "./Chip";
import styles from "./MoreTasks.module.css";
import type { Scheduled } from "./spans";

interface MoreTasksProps {
  /** Null while the popover is closed. */
  day: PlainDate | null;
  anchor: RefObject<HTMLElement | null>;
  tasks: readonly Scheduled[];
  openId: string | null;
  onClose: () => void;
}

/** Shows all tasks of a day that has no room for them. */
export function MoreTasks({ day, anchor, tasks, openId, onClose }: MoreTasksProps) {
  const shown = useLast(day);
  const name = shown === null ? "" : formatDateLong(shown);
  return (
    <Popover name={t`Tasks on ${name}`} anchor={anchor} open={day !== null} onOpenChange={(open) => !open && onClose()} side="bottom" className={styles.popover} onReturnFocus={() => anchor.current?.focus()}>
      <h3 className={styles.title}>{name}</h3>
      <Tasks day={shown ?? ""} tasks={tasks} openId={openId} onOpened={onClose} />
    </Popover>
  );
}

const estimateSize = () => 26;

interface TasksProps {
  day: PlainDate;
  tasks: readonly Scheduled[];
  openId: string | null;
  onOpened: () => void;
}

function Tasks({ day, tasks, openId, onOpened }: TasksProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: tasks.length, getScrollElement: () => scroller.current, estimateSize, overscan: 10 });
  return (
    <div ref={scroller} className={styles.list}>
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const task = tasks[index];
          return (
            task && (
              <li key={task.ticketId} style={{ top: start }}>
                <Chip task={task} at={day} active={false} onOpened={onOpened} open={openId === task.ticketId} listed />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
