import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useAnswer } from "@/actions/answering";
import { deepest, isDeepest } from "@/actions/objections";
import { refuseTitle } from "@/actions/refuseTitle";
import { createSubtask } from "@/actions/tickets";
import { useMayOn } from "@/actions/useMay";
import { subtasksOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { IconButton } from "@/ui/IconButton";
import { Progress } from "@/ui/Progress";
import { tellRefusal } from "@/ui/Toast";
import type { Ticket } from "@/wire/generated";
import { useSectionName } from "../place";
import styles from "./Relations.module.css";
import { SubtaskItem } from "./SubtaskItem";
import { NotDisplayed } from "./TicketRow";

/** The subtasks in order, and a line to add more. */
export function Subtasks({ ticket }: { ticket: Ticket }) {
  const sectionName = useSectionName(t`Subtasks`);
  const subtasks = useTroupe((state) => subtasksOf(state, ticket.id));
  const [adding, setAdding] = useState(false);
  const mayAdd = useMayOn("createTickets", ticket);
  const done = subtasks.filter(({ completed }) => completed).length;
  const add = () => {
    if (isDeepest(useTroupe.getState(), ticket.id)) tellRefusal(t`Subtasks can be nested at most ${deepest} levels deep.`);
    else setAdding(true);
  };
  useAnswer(ticket.id, "subtask", add);
  if (subtasks.length === 0 && !mayAdd) return null;
  const order = subtasks.map(({ id }) => id);
  return (
    <section className={styles.section} aria-label={sectionName}>
      <header className={styles.head}>
        <h3><Trans>Subtasks</Trans></h3>
        {subtasks.length > 0 && (
          <>
            <span className={styles.count}>
              <Trans>{done} of {subtasks.length}</Trans>
            </span>
            <span className={styles.meter}>
              <Progress name={t`Completed subtasks`} share={done / subtasks.length} tone="done" />
            </span>
          </>
        )}
        {mayAdd && <IconButton icon={Plus} name={t`Add subtask`} keys="Mod+Shift+O" className={styles.end} onClick={add} />}
      </header>
      {(subtasks.length > 0 || (mayAdd && adding)) && (
        <div className={styles.rows}>
          <ul>
            {subtasks.map((subtask) => (
              <ErrorBoundary key={subtask.id} of={subtask} fallback={<NotDisplayed />}>
                <SubtaskItem subtask={subtask} order={order} />
              </ErrorBoundary>
            ))}
          </ul>
          {mayAdd && adding && <NewSubtask parent={ticket} onDone={() => setAdding(false)} />}
        </div>
      )}
    </section>
  );
}

/** Stays open for the next subtask. An empty line, Esc or leaving the field closes it. A title that is too long stays in it; a second Esc discards that title. */
function NewSubtask({ parent, onDone }: { parent: Ticket; onDone: () => void }) {
  const [title, setTitle] = useState("");
  const finished = useRef(false);
  const [invalid, setInvalid] = useState(false);
  const create = () => {
    const text = title.trim();
    if (text === "") return;
    createSubtask(parent, text);
    setTitle("");
  };
  const isRefused = () => {
    const refused = refuseTitle(title);
    setInvalid(refused);
    return refused;
  };
  const close = () => {
    finished.current = true;
    onDone();
  };
  const finish = () => {
    if (finished.current || isRefused()) return;
    create();
    close();
  };
  return (
    <div className={styles.add}>
      <input
        autoFocus
        dir="auto"
        data-new-title
        data-parent={parent.id}
        aria-label={t`New subtask`}
        placeholder={t`Subtask title`}
        aria-invalid={invalid}
        value={title}
        onChange={(event) => {
          setTitle(event.target.value);
          setInvalid(false);
        }}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") {
            if (title.trim() === "") finish();
            else if (!isRefused()) create();
          }
          if (event.key === "Escape") {
            event.stopPropagation();
            if (invalid) close();
            else finish();
          }
        }}
      />
    </div>
  );
}
