import { msg, t } from "@lingui/core/macro";
import type { EditorOptions } from "@tiptap/core";
import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Awareness } from "y-protocols/awareness";
import type * as Y from "yjs";
import { useFieldPresence } from "@/actions/presence";
import { useMayOn } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { onceReleased } from "@/lib/released";
import { useLatest } from "@/lib/useLatest";
import { useTroupe } from "@/sync/store";
import type { TextState } from "@/sync/texts/text";
import prose from "@/ui/Markdown.module.css";
import type { Ticket } from "@/wire/generated";
import { say, type Message } from "@/words/i18n";
import type { Highlight } from "../passages/passage";
import { showThread } from "../passages/usePassages";
import { inTask } from "../text-page/textMode";
import { TextFiles } from "../TextImage";
import { textExtensions } from "./extensions";
import { LostTexts } from "./LostTexts";
import { Asks } from "./plugins/asks";
import { carets } from "./plugins/carets";
import { endKeys } from "./plugins/keys";
import { makeSubtasks } from "./plugins/subtasks";
import { findWords, passages } from "./plugins/passages";
import { placeFiles, uploads } from "./plugins/uploads";
import { putCaret, type Start } from "./start";
import { CaretMenu } from "./suggest/CaretMenu";
import { caretMenus } from "./suggest/menus";
import { menuStore } from "./suggest/suggest";
import styles from "./TextEditor.module.css";
import { Toolbar, type FurtherTool } from "./Toolbar";
import { useCommenting, useHighlights } from "./useCommenting";
import { useRest } from "./useRest";
import { useText } from "./useText";

export interface TextEditorProps {
  ticket: Ticket;
  /** The description as Markdown, as the ticket has it now. */
  described: string;
  mayEdit: boolean;
  /** How the editor was opened. */
  start: Start;
  /** True while another person writes, or passages are highlighted. */
  accompanied: boolean;
  /** Further tools, at the end of the others. */
  tools?: readonly FurtherTool[];
  /** The passages of open threads. */
  highlights: readonly Highlight[];
  /** Shown until the document is here. */
  children: ReactNode;
  /** The person has finished by a key: the focus moves on. */
  onEnd: () => void;
  /** All people have stopped writing, and the description shows everything. */
  onRest: () => void;
}

/** The description as several people write it. */
export function TextEditor({ ticket, described, mayEdit, start, accompanied, highlights, tools, children, onEnd, onRest }: TextEditorProps) {
  const text = useText(ticket.id);
  const state = text?.state ?? null;
  const [focused, setFocused] = useState(false);
  const editable = mayEdit && state !== null && state.mayEdit && state.link !== "unspoken" && state.link !== "refused" && state.link !== "gone";
  const [started, setStarted] = useState(false);
  const waits = !started && start.focus;
  useFieldPresence(ticket.id, "description", focused && editable ? "editing" : null);
  useRest({ doc: state?.doc ?? null, described, busy: focused || accompanied || waits || state?.unsent === true || (state?.lost.length ?? 0) > 0, onRest });
  return (
    <div className={styles.editing}>
      {state?.doc && state.carets ? (
        <TextFiles ticketId={ticket.id} needed>
          <Writing
            key={state.generation}
            ticket={ticket}
            doc={state.doc}
            awareness={state.carets}
            editable={editable}
            focused={focused}
            start={started ? null : start}
            tools={tools}
            highlights={highlights}
            onStarted={() => setStarted(true)}
            onFocused={(now) => {
              setFocused(now);
              if (now) setStarted(true);
            }}
            onEnd={onEnd}
          />
        </TextFiles>
      ) : (
        children
      )}
      {text && <LostTexts lost={text.state.lost} onDismiss={text.dismissLost} />}
      <Mark state={state} />
    </div>
  );
}

interface WritingProps {
  ticket: Ticket;
  doc: Y.Doc;
  awareness: Awareness;
  editable: boolean;
  focused: boolean;
  start: Start | null;
  tools: readonly FurtherTool[] | undefined;
  highlights: readonly Highlight[];
  onStarted: () => void;
  onFocused: (focused: boolean) => void;
  onEnd: () => void;
}

/** One document in an editor. Another document of the ticket is another editor. */
function Writing({ ticket, doc, awareness, editable, focused, start, highlights, tools, onStarted, onFocused, onEnd }: WritingProps) {
  const [linking, setLinking] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const place = useRef<number | null>(null);
  const latest = useLatest({ start, onStarted });
  const mayAddSubtask = useMayOn("createTickets", ticket);
  const [menus] = useState(menuStore);
  const [asks] = useState(() => new Asks());
  // The document, and with it the editor, does not change while the component is mounted.
  const [extensions] = useState(() => [
    ...textExtensions(doc),
    carets(awareness),
    uploads(ticket.id),
    passages((commentId) => inTask(() => showThread(commentId))),
    ...caretMenus(menus, { ticketId: ticket.id, asks, mayAddSubtask }),
    endKeys(asks),
  ]);
  useEffect(() => asks.answer("end", onEnd), [asks, onEnd]);
  useEffect(() => asks.answer("link", () => setLinking(true)), [asks]);
  useEffect(() => asks.answer("files", () => chooser.current?.click()), [asks]);
  const [editorProps] = useState<EditorOptions["editorProps"]>(() => ({
    attributes: { role: "textbox", "aria-multiline": "true", "aria-label": t`Description`, "aria-autocomplete": "list", dir: "auto", class: cx(prose.prose, prose.body, styles.text) ?? "" },
    // The tools cover the end of a long text.
    scrollThreshold: { top: 0, right: 0, bottom: 48, left: 0 },
    scrollMargin: { top: 8, right: 8, bottom: 56, left: 8 },
    handleClick: (view, _, event) => openLink(event, view.editable),
  }));
  const editor = useEditor({
    extensions,
    editable,
    // `useEditorState` tells the toolbar; the text itself is drawn by ProseMirror.
    shouldRerenderOnTransaction: false,
    immediatelyRender: true,
    editorProps,
  });
  useEffect(() => {
    editor.setEditable(editable, false);
    editor.view.dom.setAttribute("aria-readonly", String(!editable));
  }, [editor, editable]);
  const mayComment = useMayOn("comment", ticket);
  const commentOn = useCommenting(editor, ticket.id, asks);
  useHighlights(editor, highlights);
  useEffect(() => {
    const now = latest.current.start;
    if (!now) return;
    putCaret(editor, now);
    if (now.passage) commentOn(findWords(editor.state.doc, now.passage.words, now.passage.nth));
    // The focus arrives in the next animation frame, and `onFocused` then ends the start.
    if (!now.focus) latest.current.onStarted();
  }, [editor, latest, commentOn]);
  const root = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={root}
      className={cx(styles.root, focused && editable && styles.focused)}
      onFocus={() => onFocused(true)}
      // The toolbar takes space, so the page below the text moves when the toolbar disappears.
      onBlur={() => onceReleased(() => !holdsFocus(root.current) && onFocused(false))}
    >
      <EditorContent editor={editor} />
      {focused && editable && (
        <Toolbar
          editor={editor}
          linking={linking}
          onLinking={setLinking}
          onChooseFiles={() => asks.ask("files")}
          further={tools}
          onComment={mayComment ? () => commentOn(editor.state.selection) : null}
          onMakeSubtasks={mayAddSubtask ? () => makeSubtasks(editor, ticket.id) : null}
        />
      )}
      <CaretMenu store={menus} editor={editor} />
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t`Files to insert into the description`}
        onClick={() => {
          place.current = editor.state.selection.from;
        }}
        onChange={(event) => {
          placeFiles(editor, ticket.id, [...(event.target.files ?? [])], place.current ?? undefined);
          event.target.value = "";
        }}
      />
    </div>
  );
}

/** True while the text, a tool or a menu of a tool has the focus. Menus stand outside of the editor. */
const holdsFocus = (root: HTMLElement | null): boolean =>
  document.activeElement !== null && (root?.contains(document.activeElement) === true || document.activeElement.closest('[role="menu"]') !== null);

/** While a text is edited, a click with Mod opens a link. A text that cannot be edited leaves its links to the browser. */
function openLink(event: MouseEvent, editable: boolean): boolean {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
  if (!editable || !link || link.closest("[data-node-view-wrapper]") || (!event.metaKey && !event.ctrlKey)) return false;
  window.open(link.href, "_blank", "noopener,noreferrer");
  return true;
}

const words: Record<"saving" | "saved" | "offline" | "memory" | "unspoken" | "refused", Message> = {
  saving: msg`Saving…`,
  saved: msg`Saved`,
  offline: msg`Offline. Changes will be saved when you reconnect.`,
  memory: msg`Offline. Keep this page open, because this browser doesn't store your changes.`,
  unspoken: msg`You can't edit descriptions until the server update has finished.`,
  refused: msg`The description can't be edited right now. Reload the page to try again.`,
};

/** What becomes of the own changes. */
function Mark({ state }: { state: TextState | null }) {
  const live = useTroupe(({ connection }) => connection === "live");
  const [wrote, setWrote] = useState(false);
  if (state?.unsent && !wrote) setWrote(true);
  return (
    <span className={styles.mark} role="status">
      {state && markOf(state, live, wrote)}
    </span>
  );
}

function markOf({ link, unsent, durable }: TextState, live: boolean, wrote: boolean): string | null {
  if (link === "unspoken" || link === "refused") return say(words[link]);
  if (unsent) return say(live ? words.saving : durable ? words.offline : words.memory);
  return wrote ? say(words.saved) : null;
}
