import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { History, Maximize2 } from "lucide-react";
import { Suspense, useCallback, useEffect, useRef, useState, type MouseEvent } from "react";
import { useAnswer } from "@/actions/answering";
import { useCellPresence } from "@/actions/presence";
import { useMayOn } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import type { Task } from "@/ui/markdownTree";
import type { Ticket } from "@/wire/generated";
import { commentOnRange } from "../passages/commentOnRanges";
import { occurrenceIn } from "../passages/occurrence";
import { SelectionComment } from "../passages/SelectionComment";
import { useHighlightsOf } from "../passages/useHighlightsOf";
import { useSectionName } from "../place";
import { PresenceRing } from "../PresenceRing";
import { LaterEditor } from "../text-editor/LaterEditor";
import type { Start } from "../text-editor/start";
import { openTextPage, useTextMode } from "../text-page/textMode";
import { namesFiles, TextFiles } from "../TextImage";
import { TicketText } from "../TicketText";
import { Contents } from "./Contents";
import styles from "./Description.module.css";
import { useStoredText } from "./useStoredText";

interface DescriptionProps {
  ticket: Ticket;
  /** The saved text that all members see. */
  now: string;
  /** True if the node may have a newer text, and this page has only an older one. */
  outdated: boolean;
}

/**
 * The description: shown as formatted text until a person writes. The editor then takes its place, also for the people who
 * only read while others write.
 */
export function Description({ ticket, now, outdated }: DescriptionProps) {
  const sectionName = useSectionName(t`Description`);
  const stored = useStoredText(ticket.id);
  // A stored document takes changes of other people, so it may be older.
  const allowed = useMayOn("editTickets", ticket) && (!outdated || stored.copy) && ticket.trashedAt === null;
  const [start, setStart] = useState<Start | null>(null);
  const writer = useCellPresence(ticket.id, "description");
  const section = useRef<HTMLElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const mayComment = useMayOn("comment", ticket) && !outdated;
  // The editor draws the highlights, also for people who only read.
  const highlights = useHighlightsOf(ticket.id);
  const highlighted = highlights.length > 0 && !outdated;
  const begin = useCallback(() => setStart((before) => before ?? { focus: true }), []);
  useAnswer(ticket.id, "description", begin);
  // Unsent changes on this machine open the editor once; after that, the editor reports when it is done.
  const [opened, setOpened] = useState(false);
  if (start === null && ((stored.waiting && !opened) || writer?.state === "editing" || highlighted)) {
    setStart({ focus: false });
    setOpened(true);
  }
  const focusButton = () => focusEdit(section.current);
  const covered = useTextMode() !== null;
  // While the full page is open, it has the caret. When it closes, the editor shows edits that the description lacks.
  if (covered && (start === null || start.focus)) setStart({ focus: false });
  useEffect(() => {
    const its = section.current;
    if (!covered) return undefined;
    return () => void setTimeout(() => document.activeElement === document.body && focusEdit(its));
  }, [covered]);
  const rest = () => {
    stored.look();
    setStart(null);
  };
  const comment = (range: Range) => {
    if (commentOnRange(ticket.id, range)) return;
    const passage = text.current && occurrenceIn(text.current, range);
    if (passage) setStart({ focus: false, passage });
  };
  const onEdit = allowed ? (how: Start) => setStart(how) : undefined;
  const read = <Read ticketId={ticket.id} text={now} onEdit={onEdit} />;
  return (
    <section ref={section} className={styles.section} aria-label={sectionName}>
      <Contents text={now} section={section} />
      <PresenceRing ticketId={ticket.id} field="description" className={styles.ringed}>
        <div ref={text}>
          {start === null || covered ? (
            read
          ) : (
            <Suspense fallback={read}>
              <LaterEditor ticket={ticket} described={now} mayEdit={allowed} start={start} accompanied={writer !== null || highlighted} highlights={highlights} tools={furtherTools()} onEnd={focusButton} onRest={rest}>
                {read}
              </LaterEditor>
            </Suspense>
          )}
        </div>
      </PresenceRing>
      {mayComment && <SelectionComment text={text} onComment={comment} />}
      {allowed && (now.trim() !== "" || start !== null) && (
        <button type="button" className={styles.edit} data-edit-description onClick={() => (start === null ? begin() : focusText(section.current))}>
          <Trans>Edit description</Trans>
        </button>
      )}
    </section>
  );
}

/** The tools that lead to the page of the text. */
const furtherTools = () => [
  { icon: History, name: t`Description history`, run: () => openTextPage("versions") },
  { icon: Maximize2, name: t`Open in full page`, run: () => openTextPage("write") },
];

const focusEdit = (section: HTMLElement | null) => section?.querySelector<HTMLElement>("[data-edit-description]")?.focus({ preventScroll: true });

const focusText = (section: HTMLElement | null) => section?.querySelector<HTMLElement>('[role="textbox"]')?.focus({ preventScroll: true });

interface ReadProps {
  ticketId: string;
  text: string;
  /** Undefined if the person may not change the description. */
  onEdit: ((how: Start) => void) | undefined;
}

/** A click into the text opens the editor at that place. A click on a link or a checkbox, or one that selects text, does not. */
function Read({ ticketId, text, onEdit }: ReadProps) {
  const click = (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest("a, button, summary") || !getSelection()?.isCollapsed) return;
    onEdit?.({ focus: true, at: { left: event.clientX, top: event.clientY } });
  };
  const tick = (task: Task) => onEdit?.({ focus: false, tick: { nth: task.nth, checked: !task.checked } });
  if (text.trim() === "")
    return onEdit ? (
      <button type="button" className={styles.empty} data-edit-description onClick={() => onEdit({ focus: true })}>
        <Trans>Add a description</Trans>
      </button>
    ) : null;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button after the text is the way for keys
    <div className={cx(styles.text, onEdit && styles.editable)} onClick={click}>
      <TextFiles ticketId={ticketId} needed={namesFiles(text)}>
        <TicketText source={text} what="description" onTick={onEdit && tick} />
      </TextFiles>
    </div>
  );
}
