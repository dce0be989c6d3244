import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useAnswer } from "@/actions/answering";
import { useTakeBack } from "@/actions/giveBack";
import { useFieldPresence } from "@/actions/presence";
import { refuseTitle } from "@/actions/refuseTitle";
import { setTitle } from "@/actions/tickets";
import { useMayOn } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { useGrowing } from "@/lib/useGrowing";
import { Button } from "@/ui/Button";
import type { Ticket } from "@/wire/generated";
import { keepDraft, readDraft } from "@/lib/drafts";
import { PresenceRing } from "./PresenceRing";
import styles from "./Ticket.module.css";

/** The title: a heading, and once it is pressed a text that is saved when it is left. A title that is too long or was refused stays in the field, also after a reload. */
export function Title({ ticket }: { ticket: Ticket }) {
  const heading = useRef<HTMLButtonElement>(null);
  // The draft, and the title that it began from; null while the title is not edited.
  const [draft, setDraft] = useState<{ text: string; from: string; asked: boolean } | null>(() => {
    const text = readDraft("title", ticket.id);
    return text === null ? null : { text, from: ticket.title, asked: false };
  });
  const [invalid, setInvalid] = useState(draft !== null);
  const mayEdit = useMayOn("editTickets", ticket);
  /** Where the focus goes when the field closes by a key. */
  const next = useRef<"heading" | "description" | null>(null);
  const write = (text: string, from: string) => {
    setDraft({ text, from, asked: true });
    setInvalid(false);
  };
  const begin = () => write(ticket.title, ticket.title);
  useFieldPresence(ticket.id, "title", draft === null || !mayEdit ? null : "editing");
  useAnswer(ticket.id, "title", begin);
  useLayoutEffect(() => {
    if (draft === null && next.current !== null) {
      heading.current?.focus();
      if (next.current === "description") writeDescription(heading.current);
    }
    next.current = null;
  }, [draft]);

  const end = () => {
    setDraft(null);
    setInvalid(false);
    keepDraft("title", ticket.id, null);
  };
  /** Returns false if the title was refused and stays in the field. */
  const save = () => {
    const title = draft?.text.trim() ?? "";
    if (refuseTitle(title)) {
      setInvalid(true);
      keepDraft("title", ticket.id, title);
      return false;
    }
    end();
    if (title !== "" && title !== ticket.title) void setTitle(ticket.id, title);
    return true;
  };
  useTakeBack("title", ticket.id, (text) => {
    if (draft !== null || !mayEdit) return false;
    setDraft({ text, from: ticket.title, asked: false });
    setInvalid(true);
    keepDraft("title", ticket.id, text);
    return true;
  });
  const theirs = draft !== null && draft.from !== ticket.title && draft.text !== ticket.title ? ticket.title : null;
  return (
    <div className={styles.titleBox}>
      <PresenceRing ticketId={ticket.id} field="title">
        {!mayEdit ? (
          <h2 className={styles.heading}>
            <span className={cx(styles.title, styles.still)} dir="auto" data-ticket-title tabIndex={-1}>
              {ticket.title}
            </span>
          </h2>
        ) : draft === null ? (
          <h2 className={styles.heading}>
            <button ref={heading} type="button" className={styles.title} dir="auto" data-ticket-title onClick={begin}>
              {ticket.title}
            </button>
          </h2>
        ) : (
          <TitleField
            text={draft.text}
            invalid={invalid}
            takesFocus={draft.asked}
            onText={(text) => write(text, draft.from)}
            onLeave={save}
            onKey={(key) => {
              next.current = key === "Enter" ? "description" : "heading";
              if (key === "Escape" && invalid) end();
              else if (!save()) next.current = null;
            }}
          />
        )}
      </PresenceRing>
      {mayEdit && theirs !== null && (
        <p className={styles.theirs} role="status">
          <span><Trans>Changed to “{theirs}” in the meantime. Yours is saved when you leave the field.</Trans></span>
          <Button
            size="sm"
            // The field keeps the focus: losing it would save.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => write(theirs, theirs)}
          >
            <Trans>Use theirs</Trans>
          </Button>
        </p>
      )}
    </div>
  );
}

/** Begins to write the description of the same ticket, if the person may. */
const writeDescription = (title: HTMLElement | null) => title?.closest("[data-ticket-body]")?.querySelector<HTMLElement>("[data-edit-description]")?.click();

interface TitleFieldProps {
  text: string;
  invalid: boolean;
  /** False if the field came back by itself with a kept draft. */
  takesFocus: boolean;
  onText: (text: string) => void;
  onLeave: () => void;
  /** Called for the keys that leave the field. After Enter, the person goes on with the description; after Esc, the focus goes back to the heading. */
  onKey: (key: "Enter" | "Escape") => void;
}

function TitleField({ text, invalid, takesFocus, onText, onLeave, onKey }: TitleFieldProps) {
  const field = useGrowing(text);
  useLayoutEffect(() => {
    if (!takesFocus) return;
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    // The focus moves once, when the field appears.
  }, [field]); // oxlint-disable-line react/exhaustive-deps
  // Esc leaves like Enter does, and never loses the typed text. Only a second Esc discards a title that is too long.
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    onKey(event.key);
  };
  return (
    <textarea
      ref={field}
      className={styles.title}
      dir="auto"
      aria-label={t`Title`}
      rows={1}
      aria-invalid={invalid}
      value={text}
      onChange={(event) => onText(event.target.value.replace(/[\r\n]+/g, " "))}
      onBlur={onLeave}
      onKeyDown={press}
    />
  );
}
