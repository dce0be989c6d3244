import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useAnswer } from "@/actions/answering";
import { createSubtask } from "@/actions/tickets";
import { subtasksOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { IconButton } from "@/ui/IconButton";
import { Progress } from "@/ui/Progress";
import type { Ticket } from "@/wire/generated";
import styles from "./Relations.module.css";
import { SubtaskItem } from "./SubtaskItem";

/** The sub-tasks in their order, and a line to write more. */
export function Subtasks({ ticket }: { ticket: Ticket }) {
  const subtasks = useTroupe((state) => subtasksOf(state, ticket.id));
  const [adding, setAdding] = useState(false);
  const done = subtasks.filter(({ completed }) => completed).length;
  useAnswer(ticket.id, "subtask", () => setAdding(true));
  const order = subtasks.map(({ id }) => id);
  return (
    <section className={styles.section} aria-label="Sub-tasks">
      <header className={styles.head}>
        <h3>Sub-tasks</h3>
        {subtasks.length > 0 && (
          <>
            <span className={styles.count}>
              {done} of {subtasks.length}
            </span>
            <span className={styles.meter}>
              <Progress name="Sub-tasks done" share={done / subtasks.length} tone="done" />
            </span>
          </>
        )}
        <IconButton icon={Plus} name="Add sub-task" keys="Mod+Shift+O" className={styles.end} onClick={() => setAdding(true)} />
      </header>
      {(subtasks.length > 0 || adding) && (
        <div className={styles.rows}>
          <ul>
            {subtasks.map((subtask) => (
              <SubtaskItem key={subtask.id} subtask={subtask} order={order} />
            ))}
          </ul>
          {adding && <NewSubtask parent={ticket} onDone={() => setAdding(false)} />}
        </div>
      )}
    </section>
  );
}

/** Stays open for the next one; an empty line, Esc or looking elsewhere ends it. */
function NewSubtask({ parent, onDone }: { parent: Ticket; onDone: () => void }) {
  const [title, setTitle] = useState("");
  const finished = useRef(false);
  const create = () => {
    const text = title.trim();
    if (text === "") return false;
    createSubtask(parent, text);
    setTitle("");
    return true;
  };
  const finish = () => {
    if (finished.current) return;
    finished.current = true;
    create();
    onDone();
  };
  return (
    <div className={styles.add}>
      <input
        autoFocus
        aria-label="New sub-task"
        placeholder="What is to be done?"
        maxLength={500}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter" && !create()) finish();
          if (event.key === "Escape") {
            event.stopPropagation();
            finish();
          }
        }}
      />
    </div>
  );
}
