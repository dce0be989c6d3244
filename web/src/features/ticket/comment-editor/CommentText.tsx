import { t } from "@lingui/core/macro";
import { Extension, type Editor, type EditorOptions } from "@tiptap/core";
import { Placeholder, UndoRedo } from "@tiptap/extensions";
import { Selection } from "@tiptap/pm/state";
import { EditorContent, useEditor } from "@tiptap/react";
import { AtSign, Code, Paperclip, Smile } from "lucide-react";
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from "react";
import { useMayOnAll } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { useLatest } from "@/lib/useLatest";
import { useTroupe } from "@/sync/store";
import { IconButton } from "@/ui/IconButton";
import prose from "@/ui/Markdown.module.css";
import { EmojiPicker } from "../activity/EmojiPicker";
import { LinkForm } from "../text-editor/LinkForm";
import { Asks } from "../text-editor/plugins/asks";
import { BlockDirections } from "../text-editor/plugins/direction";
import { Highlight } from "../text-editor/plugins/highlight";
import { PastedLinks } from "../text-editor/plugins/pastedLinks";
import { isUploading, placeFiles, uploads } from "../text-editor/plugins/uploads";
import { PastedMarkdown, schemaExtensions } from "../text-editor/schema";
import { CaretMenu } from "../text-editor/suggest/CaretMenu";
import { caretMenus } from "../text-editor/suggest/menus";
import { menuStore } from "../text-editor/suggest/suggest";
import editorStyles from "../text-editor/TextEditor.module.css";
import { TextFiles } from "../TextImage";
import styles from "./CommentText.module.css";
import { contentOf, markdownIn, type FindPerson } from "./content";

export interface CommentTextProps {
  ticketId: string;
  /** The name of the field for screen readers. */
  label: string;
  placeholder: string;
  /** Markdown. Another text than the last one that `onText` has named replaces what was written. */
  value: string;
  onText: (markdown: string) => void;
  /** Called for Mod+Enter. */
  onSend: () => void;
  /** Called for Esc; the text stays. */
  onLeave?: (() => void) | undefined;
  onBlur?: (() => void) | undefined;
  /** Told while files are on their way into the text. */
  onUploading?: ((uploading: boolean) => void) | undefined;
  handle?: Ref<{ focus: () => void }> | undefined;
  /** The buttons at the end of the tools. */
  children?: ReactNode;
}

const findPerson: FindPerson = (name) => {
  const wanted = name.toLowerCase();
  const member = Object.values(useTroupe.getState().members).find(({ username }) => username?.toLowerCase() === wanted);
  return member ? { id: member.id, username: member.username } : null;
};

/** The key that sends a comment. It comes before the line break that the same key makes otherwise. */
const sendKey = (send: () => void) =>
  Extension.create({
    name: "sendKey",
    priority: 1_000,
    addKeyboardShortcuts: () => ({
      "Mod-Enter": () => {
        send();
        return true;
      },
    }),
  });

/** The keys that leave a comment. They come last, so that a menu at the caret closes first. */
const leaveKeys = (asks: Asks) =>
  Extension.create({
    name: "leaveKeys",
    priority: 10,
    addKeyboardShortcuts() {
      const asked = (what: "end" | "link") => () => {
        asks.ask(what);
        return true;
      };
      return { Escape: asked("end"), "Mod-k": asked("link") };
    },
  });

/** Puts the caret behind the text. */
function caretToEnd(editor: Editor): void {
  const { tr } = editor.state;
  editor.view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)).scrollIntoView());
}

/** A comment as it is written: formatted, and Markdown for everything around it. */
export function CommentText({ ticketId, label, placeholder, value, onText, onSend, onLeave, onBlur, onUploading, handle, children }: CommentTextProps) {
  const latest = useLatest({ onText, onSend, onLeave, onUploading });
  const mayAttach = useMayOnAll("editTickets", [ticketId]);
  const [linking, setLinking] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  /** The Markdown of what the editor holds. */
  const written = useRef(value);
  const [menus] = useState(menuStore);
  const [asks] = useState(() => new Asks());
  const [extensions] = useState(() => [
    ...schemaExtensions(),
    UndoRedo,
    Placeholder.configure({ placeholder }),
    BlockDirections,
    Highlight,
    PastedLinks,
    PastedMarkdown,
    ...(mayAttach ? [uploads(ticketId)] : []),
    ...caretMenus(menus, { ticketId, asks, mayAddSubtask: false, mayAttach }),
    sendKey(() => latest.current.onSend()),
    leaveKeys(asks),
  ]);
  const [editorProps] = useState<EditorOptions["editorProps"]>(() => ({
    attributes: { role: "textbox", "aria-multiline": "true", "aria-label": label, "aria-autocomplete": "list", dir: "auto", class: cx(prose.prose, prose.body, editorStyles.text) ?? "" },
  }));
  const [content] = useState(() => contentOf(value, findPerson));
  const editor = useEditor({
    extensions,
    content,
    shouldRerenderOnTransaction: false,
    immediatelyRender: true,
    editorProps,
    onTransaction: ({ editor: now }) => latest.current.onUploading?.(isUploading(now.state)),
    onUpdate: ({ editor: now }) => {
      written.current = markdownIn(now.getJSON());
      latest.current.onText(written.current);
    },
  });
  useImperativeHandle(handle, () => ({
    focus: () => {
      caretToEnd(editor);
      // At once: a menu that closes meanwhile must find the focus here.
      editor.view.focus();
      // A long text ends below the edge of its field.
      editor.view.dom.scrollTop = editor.view.dom.scrollHeight;
    },
  }), [editor]);
  useEffect(() => {
    if (value === written.current) return;
    written.current = value;
    editor.commands.setContent(contentOf(value, findPerson), { emitUpdate: false });
    // Also without the focus, which may come a moment later.
    caretToEnd(editor);
  }, [editor, value]);
  useEffect(
    () =>
      asks.answer("end", () => {
        editor.commands.blur();
        latest.current.onLeave?.();
      }),
    [asks, editor, latest],
  );
  useEffect(() => asks.answer("link", () => setLinking(true)), [asks]);
  useEffect(() => asks.answer("files", () => chooser.current?.click()), [asks]);
  const insert = (text: string) => void editor.chain().focus().insertContent(text).run();
  return (
    <TextFiles ticketId={ticketId} needed={/\bfile:/.test(value)}>
      <div className={styles.field} onBlur={onBlur}>
        <EditorContent editor={editor} />
        {linking && <LinkForm editor={editor} onClose={() => setLinking(false)} />}
      </div>
      <CaretMenu store={menus} editor={editor} />
      <div className={styles.row}>
        <div className={styles.tools} role="group" aria-label={t`Insert`}>
          {mayAttach && <IconButton icon={Paperclip} name={t`Attach files`} onClick={() => chooser.current?.click()} />}
          <IconButton icon={AtSign} name={t`Mention a person`} onClick={() => insert(editor.state.selection.$from.nodeBefore && !/\s$/.test(editor.state.selection.$from.nodeBefore.text ?? "") ? " @" : "@")} />
          <IconButton icon={Code} name={t`Code`} onClick={() => void editor.chain().focus().toggleCode().run()} />
          <EmojiPicker icon={Smile} name={t`Insert emoji`} nameOf={(emoji) => t`Insert ${emoji}`} onPick={insert} onReturnFocus={() => void editor.commands.focus()} />
        </div>
        {children}
      </div>
      {mayAttach && (
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={t`Files to insert into the comment`}
          onChange={(event) => {
            placeFiles(editor, ticketId, [...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
      )}
    </TextFiles>
  );
}
