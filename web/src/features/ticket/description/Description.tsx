import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useLayoutEffect, useRef, type MouseEvent } from "react";
import { useAnswer } from "@/actions/answering";
import { useFieldPresence } from "@/actions/presence";
import { setDescription } from "@/actions/tickets";
import { useMayOn } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { memberName } from "@/sync/selectors";
import { forgetOverwritten, useTroupe } from "@/sync/store";
import { setTask, type Task } from "@/ui/markdownTree";
import { tell } from "@/ui/Toast";
import type { Ticket } from "@/wire/generated";
import { say } from "@/words/i18n";
import { PresenceRing } from "../PresenceRing";
import { TicketText } from "../TicketText";
import { Choice } from "./Choice";
import { useSectionName } from "../place";
import styles from "./Description.module.css";
import { Editor } from "./Editor";
import { useDescription, type Saving } from "./useDescription";

interface DescriptionProps {
  ticket: Ticket;
  /** The saved text that all members see. */
  now: string;
  /** True if the node may have a newer text. An edit would replace that text unseen, so there is no editor. */
  outdated: boolean;
}

/** The description: shown as formatted text, edited as Markdown. */
export function Description({ ticket, now, outdated }: DescriptionProps) {
  const sectionName = useSectionName(t`Description`);
  const allowed = useMayOn("editTickets", ticket) && !outdated;
  const draft = useDescription(ticket.id, now, allowed);
  const section = useRef<HTMLElement>(null);
  const refocus = useRef(false);
  useFieldPresence(ticket.id, "description", draft.text === null ? null : "editing");
  useAnswer(ticket.id, "description", draft.begin);
  const mayEdit = allowed && ticket.trashedAt === null;
  const lastWriter = useLastWriter(ticket.id);
  const editing = draft.text !== null;
  useLayoutEffect(() => {
    // The editor had the focus and is unmounted now. If the person has moved the focus while the text was being saved, it
    // stays there.
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (!editing && refocus.current && isFree) section.current?.querySelector<HTMLElement>("[data-edit-description]")?.focus({ preventScroll: true });
    if (!editing) refocus.current = false;
  }, [editing]);
  const endByKey = () => {
    refocus.current = true;
    draft.end();
  };
  const takeTheirs = () => {
    const mine = draft.text;
    draft.takeTheirs();
    if (mine !== null) tell(theirsStand(() => draft.bringBack(mine)));
  };
  return (
    <section ref={section} className={styles.section} aria-label={sectionName}>
      <PresenceRing ticketId={ticket.id} field="description" className={styles.ringed}>
        {draft.text === null ? (
          <Read ticketId={ticket.id} text={now} onEdit={mayEdit ? draft.begin : undefined} />
        ) : (
          <Editor ticketId={ticket.id} text={draft.text} takesFocus={draft.wanted} onWrite={draft.write} onEnd={draft.end} onEndByKey={endByKey} />
        )}
      </PresenceRing>
      {draft.theirs !== null ? (
        <Choice who={lastWriter} theirs={draft.theirs} stands={false} onKeepMine={draft.keepMine} onTakeTheirs={takeTheirs} />
      ) : (
        <Replaced ticketId={ticket.id} now={now} onWrite={draft.text === null ? undefined : draft.bringBack} />
      )}
      <Mark saving={draft.theirs === null ? draft.saving : null} />
    </section>
  );
}

/** The last other person who changed the description, according to the ticket's history. */
function useLastWriter(ticketId: string): string | undefined {
  return useTroupe((state) => {
    const last = state.details[ticketId]?.activities.find(({ kind, userId }) => kind === "description" && userId !== state.me);
    const member = last && state.members[last.userId];
    return member && memberName(member);
  });
}

const theirsStand = (onUndo: () => void) => ({
  text: t`Their description was kept`,
  action: { name: t`Restore mine`, onClick: onUndo },
});

interface ReplacedProps {
  ticketId: string;
  now: string;
  /** Puts a text into the editor; undefined while the editor is closed. */
  onWrite: ((text: string) => void) | undefined;
}

/**
 * Shows the text that another person saved while this person's save was under way, and that the save replaced unseen.
 */
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
    tell(theirsStand(() => put(now)));
  };
  return <Choice who={who} theirs={lost.text} stands onKeepMine={() => forgetOverwritten(ticketId)} onTakeTheirs={take} />;
}

interface ReadProps {
  ticketId: string;
  text: string;
  /** Undefined if the person may not change the description. */
  onEdit: (() => void) | undefined;
}

/** A click into the text opens the editor. A click on a link or a checkbox, or one that selects text, does not. */
function Read({ ticketId, text, onEdit }: ReadProps) {
  const click = (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest("a, button") || !getSelection()?.isCollapsed) return;
    onEdit?.();
  };
  const tick = (task: Task) => {
    const ticked = setTask(text, task, !task.checked);
    if (ticked !== null) void setDescription(ticketId, ticked);
  };
  if (text.trim() === "")
    return onEdit ? (
      <button type="button" className={styles.empty} data-edit-description onClick={onEdit}>
        <Trans>Add a description</Trans>
      </button>
    ) : null;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button below is the way for keys */}
      <div className={cx(styles.text, onEdit && styles.editable)} onClick={click}>
        <TicketText source={text} what="description" onTick={onEdit && tick} />
      </div>
      {onEdit && (
        <button type="button" className={styles.edit} data-edit-description onClick={onEdit}>
          <Trans>Edit description</Trans>
        </button>
      )}
    </>
  );
}

const words = {
  saving: msg`Saving…`,
  saved: msg`Saved`,
  offline: msg`Offline. Changes will be saved when you reconnect.`,
  refused: msg`Not saved`,
};

function Mark({ saving }: { saving: Saving }) {
  return (
    <span className={styles.mark} role="status">
      {saving !== null && say(words[saving])}
    </span>
  );
}
