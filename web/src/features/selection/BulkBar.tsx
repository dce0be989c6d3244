import { CalendarClock, CircleDot, CircleUser, Folder, Signal, Tag, Trash2, X, type LucideIcon } from "lucide-react";
import { ask, type Question } from "@/actions/ask";
import { clearSelection } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { trashWithUndo } from "@/actions/trash";
import { counted } from "@/lib/names";
import { Icon } from "@/ui/Icon";
import { Keys } from "@/ui/Keys";
import styles from "./BulkBar.module.css";

/** As many as one event may change. */
const most = 700;

const tools: readonly { question: Question; name: string; icon: LucideIcon }[] = [
  { question: "status", name: "Status", icon: CircleDot },
  { question: "assignees", name: "Assign", icon: CircleUser },
  { question: "priority", name: "Priority", icon: Signal },
  { question: "startDate", name: "Start", icon: CalendarClock },
  { question: "dueDate", name: "Due", icon: CalendarClock },
  { question: "lists", name: "Lists", icon: Folder },
  { question: "labels", name: "Label", icon: Tag },
];

/** What can be done to all that is selected, at once and in one step of undo. */
export function BulkBar() {
  const selected = useTarget((target) => target.selected);
  if (selected.length === 0) return null;
  const tooMany = selected.length > most;
  return (
    <div className={styles.bar} role="toolbar" aria-label={`${selected.length} selected`} data-bulk>
      <b>{selected.length} selected</b>
      {tooMany ? (
        <span className={styles.much}>At most {counted(most, "task")} can be changed at once.</span>
      ) : (
        <>
          {tools.map(({ question, name, icon }) => (
            <button key={question} type="button" onClick={(event) => ask(question, selected, event.currentTarget)}>
              <Icon of={icon} size={14} />
              <span className={styles.word}>{name}</span>
            </button>
          ))}
          <span className={styles.rule} />
          <button type="button" onClick={() => trashWithUndo(selected)}>
            <Icon of={Trash2} size={14} />
            <span className={styles.word}>Trash</span>
          </button>
        </>
      )}
      <span className={styles.rule} />
      <button type="button" className={styles.clear} aria-label="Clear the selection" onClick={clearSelection}>
        <Keys keys="Escape" tone="inverse" />
        <Icon of={X} />
      </button>
    </div>
  );
}
