import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useAnswer } from "@/actions/answering";
import { useFieldPresence } from "@/actions/presence";
import { setTitle } from "@/actions/tickets";
import { useGrowing } from "@/lib/useGrowing";
import { Button } from "@/ui/Button";
import type { Ticket } from "@/wire/generated";
import { PresenceRing } from "./PresenceRing";
import styles from "./Ticket.module.css";

/** The title: a heading, and once it is pressed a text that is saved when it is left. */
export function Title({ ticket }: { ticket: Ticket }) {
  const heading = useRef<HTMLButtonElement>(null);
  // What is being written, and the title it began from; null while nobody writes.
  const [draft, setDraft] = useState<{ text: string; from: string } | null>(null);
  const refocus = useRef(false);
  const begin = () => setDraft({ text: ticket.title, from: ticket.title });
  useFieldPresence(ticket.id, "title", draft === null ? null : "editing");
  useAnswer(ticket.id, "title", begin);
  useLayoutEffect(() => {
    if (draft === null && refocus.current) heading.current?.focus();
    refocus.current = false;
  }, [draft]);

  const save = () => {
    const title = draft?.text.trim() ?? "";
    setDraft(null);
    if (title !== "" && title !== ticket.title) void setTitle(ticket.id, title);
  };
  const theirs = draft !== null && draft.from !== ticket.title && draft.text !== ticket.title ? ticket.title : null;
  return (
    <div className={styles.titleBox}>
      <PresenceRing ticketId={ticket.id} field="title">
        {draft === null ? (
          <h2 className={styles.heading}>
            <button ref={heading} type="button" className={styles.title} data-ticket-title onClick={begin}>
              {ticket.title}
            </button>
          </h2>
        ) : (
          <TitleField
            text={draft.text}
            onText={(text) => setDraft({ ...draft, text })}
            onLeave={save}
            onKey={() => {
              refocus.current = true;
            }}
          />
        )}
      </PresenceRing>
      {theirs !== null && (
        <p className={styles.theirs} role="status">
          <span>Changed meanwhile to “{theirs}”. Yours is saved when you leave the title.</span>
          <Button
            size="sm"
            // The field keeps the focus: losing it would save.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setDraft({ text: theirs, from: theirs })}
          >
            Take theirs
          </Button>
        </p>
      )}
    </div>
  );
}

interface TitleFieldProps {
  text: string;
  onText: (text: string) => void;
  onLeave: () => void;
  /** It is about to be left by a key: the focus then goes back to the heading. */
  onKey: () => void;
}

function TitleField({ text, onText, onLeave, onKey }: TitleFieldProps) {
  const field = useGrowing(text);
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [field]);
  // Esc leaves like Enter does: what was written is never lost on the way out.
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    onKey();
    field.current?.blur();
  };
  return (
    <textarea
      ref={field}
      className={styles.title}
      aria-label="Title"
      rows={1}
      maxLength={500}
      value={text}
      onChange={(event) => onText(event.target.value.replace(/[\r\n]+/g, " "))}
      onBlur={onLeave}
      onKeyDown={press}
    />
  );
}
