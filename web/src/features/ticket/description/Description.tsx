import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from "react";
import { useAnswer } from "@/actions/answering";
import { useFieldPresence } from "@/actions/presence";
import { tell } from "@/ui/Toast";
import type { Ticket } from "@/wire/generated";
import { PresenceRing } from "../PresenceRing";
import { TicketText } from "../TicketText";
import { Choice } from "./Choice";
import styles from "./Description.module.css";
import { useDescription, type Saving } from "./useDescription";

interface DescriptionProps {
  ticket: Ticket;
  /** What everybody sees. */
  now: string;
}

/** The description: read as text, written as Markdown. */
export function Description({ ticket, now }: DescriptionProps) {
  const draft = useDescription(ticket.id, now);
  useFieldPresence(ticket.id, "description", draft.text === null ? null : "editing");
  useAnswer(ticket.id, "description", draft.begin);
  const readOnly = ticket.trashedAt !== null;
  const takeTheirs = () => {
    const mine = draft.text;
    draft.takeTheirs();
    if (mine !== null) tell({ text: "Their description stands", action: { name: "Bring mine back", onClick: () => draft.bringBack(mine) } });
  };
  return (
    <section className={styles.section} aria-label="Description">
      <PresenceRing ticketId={ticket.id} field="description">
        {draft.text === null ? (
          <Read text={now} onEdit={readOnly ? undefined : draft.begin} />
        ) : (
          <Editor text={draft.text} onWrite={draft.write} onEnd={draft.end} />
        )}
      </PresenceRing>
      {draft.theirs !== null && <Choice theirs={draft.theirs} onKeepMine={draft.keepMine} onTakeTheirs={takeTheirs} />}
      <Mark saving={draft.theirs === null ? draft.saving : null} />
    </section>
  );
}

/** A click into the text edits it; a click on a link, or one that marks text, does not. */
function Read({ text, onEdit }: { text: string; onEdit: (() => void) | undefined }) {
  const click = (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest("a, button") || !getSelection()?.isCollapsed) return;
    onEdit?.();
  };
  if (text.trim() === "")
    return onEdit ? (
      <button type="button" className={styles.empty} onClick={onEdit}>
        Add a description
      </button>
    ) : null;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button below is the way for keys */}
      <div className={styles.text} onClick={click}>
        <TicketText source={text} />
      </div>
      {onEdit && (
        <button type="button" className={styles.edit} onClick={onEdit}>
          Edit description
        </button>
      )}
    </>
  );
}

interface EditorProps {
  text: string;
  onWrite: (text: string) => void;
  onEnd: () => void;
}

function Editor({ text, onWrite, onEnd }: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const field = area.current;
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  useLayoutEffect(() => {
    const field = area.current;
    if (!field) return;
    field.style.height = "0";
    field.style.height = `${field.scrollHeight}px`;
  }, [text]);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const done = event.key === "Escape" || (event.key === "Enter" && (event.metaKey || event.ctrlKey));
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
    area.current?.blur();
  };
  return (
    <textarea
      ref={area}
      className={styles.editor}
      aria-label="Description"
      placeholder="Markdown. #12 or a key names a task."
      value={text}
      onChange={(event) => onWrite(event.target.value)}
      onKeyDown={press}
      onBlur={onEnd}
    />
  );
}

const words: Record<Exclude<Saving, null>, string> = {
  saving: "Saving…",
  saved: "Saved",
  offline: "Offline, will save",
  refused: "Not saved",
};

function Mark({ saving }: { saving: Saving }) {
  return (
    <span className={styles.mark} role="status">
      {saving !== null && words[saving]}
    </span>
  );
}
