import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useAnswer } from "@/actions/answering";
import { useTakeBack } from "@/actions/giveBack";
import { useFieldPresence } from "@/actions/presence";
import { refuseTitle } from "@/actions/refuseTitle";
import { setTitle } from "@/actions/tickets";
import { useMayOn } from "@/actions/useMay";
import { title as titleField } from "@/fields/title";
import { cx } from "@/lib/cx";
import { useGrowing } from "@/lib/useGrowing";
import { Theirs } from "@/ui/EntryPicker";
import type { Ticket } from "@/wire/generated";
import { keepDraft, readDraft } from "@/lib/drafts";
import { PresenceRing } from "./PresenceRing";
import styles from "./Ticket.module.css";
import { useChangedBy } from "./useChangedBy";

/** The title: a heading, and once it is pressed a text that is saved when it is left. A title that is too long or was refused stays in the field, also after a reload. */
export function Title({ ticket }: { ticket: Ticket }) {
  const heading = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  // The draft, the title that it began from, and the own text while the field shows another person's; null while the title is not edited.
  const [draft, setDraft] = useState<{ text: string; from: string; asked: boolean; mine?: string } | null>(() => {
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
  // A title that the person has not changed follows the ticket.
  if (draft !== null && draft.text === draft.from && draft.from !== ticket.title) setDraft({ ...draft, text: ticket.title, from: ticket.title });
  const isTheirs = draft?.mine !== undefined && draft.text === ticket.title;
  const isChanged = mayEdit && draft !== null && (isTheirs || (draft.from !== ticket.title && draft.text !== ticket.title));
  const changedBy = useChangedBy(ticket.id, titleField, isChanged);
  const show = (next: { text: string; mine?: string }) => {
    box.current?.querySelector("textarea")?.focus();
    setDraft({ ...next, from: ticket.title, asked: true });
  };
  return (
    // The field is left when the focus leaves the line below it, too.
    <div ref={box} className={styles.titleBox} onBlur={({ relatedTarget }) => draft !== null && !box.current?.contains(relatedTarget) && save()}>
      <PresenceRing ticketId={ticket.id} field="title">
        <h2 className={styles.heading}>
          {!mayEdit ? (
            <span className={cx(styles.title, styles.still)} dir="auto" data-ticket-title tabIndex={-1}>
              {ticket.title}
            </span>
          ) : draft === null ? (
            <button ref={heading} type="button" className={styles.title} dir="auto" data-ticket-title onClick={begin}>
              {ticket.title}
            </button>
          ) : (
            <TitleField
              text={draft.text}
              invalid={invalid}
              takesFocus={draft.asked}
              onText={(text) => write(text, draft.from)}
              onKey={(key) => {
                next.current = key === "Enter" ? "description" : "heading";
                if (key === "Escape" && invalid) end();
                else if (!save()) next.current = null;
              }}
            />
          )}
        </h2>
      </PresenceRing>
      {isChanged && (
        <Theirs by={changedBy} shown={isTheirs} onShow={() => show({ text: ticket.title, mine: draft.text })} onBack={() => show({ text: draft.mine ?? "" })}>
          <Trans>Your title is saved when you leave the field.</Trans>
        </Theirs>
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
  /** Called for the keys that leave the field. After Enter, the person goes on with the description; after Esc, the focus goes back to the heading. */
  onKey: (key: "Enter" | "Escape") => void;
}

function TitleField({ text, invalid, takesFocus, onText, onKey }: TitleFieldProps) {
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
      onKeyDown={press}
    />
  );
}
