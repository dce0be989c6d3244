import type { MouseEvent } from "react";
import { useAnswer } from "@/actions/answering";
import { useFieldPresence } from "@/actions/presence";
import { setDescription } from "@/actions/tickets";
import { memberName } from "@/sync/selectors";
import { forgetOverwritten, useTroupe } from "@/sync/store";
import { tell } from "@/ui/Toast";
import type { Ticket } from "@/wire/generated";
import { PresenceRing } from "../PresenceRing";
import { TicketText } from "../TicketText";
import { Choice } from "./Choice";
import styles from "./Description.module.css";
import { Editor } from "./Editor";
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
          <Editor text={draft.text} takesFocus={draft.wanted} onWrite={draft.write} onEnd={draft.end} />
        )}
      </PresenceRing>
      {draft.theirs !== null ? (
        <Choice theirs={draft.theirs} stands={false} onKeepMine={draft.keepMine} onTakeTheirs={takeTheirs} />
      ) : (
        <Replaced ticketId={ticket.id} now={now} onWrite={draft.text === null ? undefined : draft.bringBack} />
      )}
      <Mark saving={draft.theirs === null ? draft.saving : null} />
    </section>
  );
}

interface ReplacedProps {
  ticketId: string;
  now: string;
  /** Puts a text into the editor, where it is open. */
  onWrite: ((text: string) => void) | undefined;
}

/** What somebody else saved while an own save was on its way, which has replaced it unseen. */
function Replaced({ ticketId, now, onWrite }: ReplacedProps) {
  const lost = useTroupe((state) => state.overwritten[ticketId]);
  const who = useTroupe((state) => {
    const member = lost && state.members[lost.by];
    return member && memberName(member);
  });
  if (!lost) return null;
  const put = (text: string) => (onWrite ? onWrite(text) : void setDescription(ticketId, text));
  const take = () => {
    forgetOverwritten(ticketId);
    put(lost.text);
    tell({ text: "Their description stands", action: { name: "Bring mine back", onClick: () => put(now) } });
  };
  return <Choice who={who} theirs={lost.text} stands onKeepMine={() => forgetOverwritten(ticketId)} onTakeTheirs={take} />;
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
