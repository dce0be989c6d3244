import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { CalendarClock, CircleDot, CircleUser, Folder, Signal, Tag, Trash2, X, type LucideIcon } from "lucide-react";
import { ask, type Question } from "@/actions/ask";
import { clearSelection } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { trashWithUndo } from "@/actions/trash";
import { say, type Message } from "@/words/i18n";
import { Icon } from "@/ui/Icon";
import { Keys } from "@/ui/Keys";
import styles from "./BulkBar.module.css";

/** As many as one event may change. */
const most = 700;

const tools: readonly { question: Question; name: Message; icon: LucideIcon }[] = [
  { question: "status", name: msg`Status`, icon: CircleDot },
  { question: "assignees", name: msg`Assign`, icon: CircleUser },
  { question: "priority", name: msg`Priority`, icon: Signal },
  { question: "startDate", name: msg`Start`, icon: CalendarClock },
  { question: "dueDate", name: msg`Due`, icon: CalendarClock },
  { question: "lists", name: msg`Lists`, icon: Folder },
  { question: "labels", name: msg`Label`, icon: Tag },
];

/** What can be done to all that is selected, at once and in one step of undo. */
export function BulkBar() {
  const selected = useTarget((target) => target.selected);
  return selected.length === 0 ? null : <Bar selected={selected} />;
}

function Bar({ selected }: { selected: string[] }) {
  // The element that had the focus before the bar did; it gets the focus back when the bar closes.
  const before = useRef<EventTarget | null>(null);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
    [],
  );
  const tooMany = selected.length > most;
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={t`${selected.length} selected`}
      data-bulk
      onFocus={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
    >
      <b><Trans>{selected.length} selected</Trans></b>
      {tooMany ? (
        <span className={styles.much}>
          {plural(most, { one: "You can change up to # task at once.", other: "You can change up to # tasks at once." })}
        </span>
      ) : (
        <>
          {tools.map(({ question, name, icon }) => (
            <button key={question} type="button" onClick={(event) => ask(question, selected, event.currentTarget)}>
              <Icon of={icon} size={14} />
              <span className={styles.word}>{say(name)}</span>
            </button>
          ))}
          <span className={styles.rule} />
          <button type="button" onClick={() => trashWithUndo(selected)}>
            <Icon of={Trash2} size={14} />
            <span className={styles.word}><Trans>Trash</Trans></span>
          </button>
        </>
      )}
      <span className={styles.rule} />
      <button type="button" className={styles.clear} aria-label={t`Clear selection`} onClick={clearSelection}>
        <Keys keys="Escape" tone="inverse" />
        <Icon of={X} />
      </button>
    </div>
  );
}
