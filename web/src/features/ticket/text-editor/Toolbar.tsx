import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import {
  AtSign,
  Bold,
  ChevronDown,
  Code,
  Image,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  ListPlus,
  Megaphone,
  MessageSquarePlus,
  SquareCode,
  Strikethrough,
  Table,
  type LucideIcon,
} from "lucide-react";
import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { keyInOrder } from "@/lib/direction";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Menu, type MenuItem } from "@/ui/Menu";
import { LinkForm } from "./LinkForm";
import { languageNames } from "./code/languages";
import { subtasksIn } from "./plugins/subtasks";
import styles from "./TextEditor.module.css";

interface ToolbarProps {
  editor: Editor;
  /** True while the address of a link is asked for. */
  linking: boolean;
  onLinking: (linking: boolean) => void;
  onChooseFiles: () => void;
  /** Tools that belong to the place of the editor. */
  further?: readonly FurtherTool[] | undefined;
  /** Makes subtasks of the selection; null if the person may not create tasks. */
  onMakeSubtasks: (() => void) | null;
  /** Comments on the selected words; null if the person may not comment. */
  onComment: (() => void) | null;
}

interface Tool {
  icon: LucideIcon;
  name: string;
  keys?: string;
  on?: boolean;
  run: () => void;
}

export type FurtherTool = Pick<Tool, "icon" | "name" | "run">;

/** What the selection is now. */
function useMarks(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive("bold"),
      italic: now.isActive("italic"),
      strike: now.isActive("strike"),
      code: now.isActive("code"),
      link: now.isActive("link"),
      bulletList: now.isActive("bulletList"),
      orderedList: now.isActive("orderedList"),
      taskList: now.isActive("taskList"),
      codeBlock: now.isActive("codeBlock"),
      callout: now.isActive("callout"),
      table: now.isActive("table"),
      level: [1, 2, 3].find((level) => now.isActive("heading", { level })) ?? 0,
      makesSubtasks: subtasksIn(now.state).length > 0,
      language: String(now.getAttributes("codeBlock").language ?? ""),
    }),
  });
}

/** The tools below the text. One of them is in the tab order; the arrow keys reach the others, and Esc leads back to the text. */
export function Toolbar({ editor, linking, onLinking, onChooseFiles, further = [], onMakeSubtasks, onComment }: ToolbarProps) {
  const marks = useMarks(editor);
  const [reached, setCurrent] = useState(0);
  const chain = () => editor.chain().focus();
  const groups: Tool[][] = [
    [
      { icon: Bold, name: t`Bold`, keys: "form:Mod+B", on: marks.bold, run: () => chain().toggleBold().run() },
      { icon: Italic, name: t`Italic`, keys: "form:Mod+I", on: marks.italic, run: () => chain().toggleItalic().run() },
      { icon: Strikethrough, name: t`Strikethrough`, keys: "form:Mod+Shift+X", on: marks.strike, run: () => chain().toggleStrike().run() },
      { icon: Code, name: t`Code`, keys: "form:Mod+E", on: marks.code, run: () => chain().toggleCode().run() },
      { icon: Link, name: t`Link`, keys: "form:Mod+K", on: marks.link, run: () => onLinking(!linking) },
    ],
    [
      { icon: List, name: t`Bulleted list`, on: marks.bulletList, run: () => chain().toggleBulletList().run() },
      { icon: ListOrdered, name: t`Numbered list`, on: marks.orderedList, run: () => chain().toggleOrderedList().run() },
      { icon: ListChecks, name: t`Checklist`, on: marks.taskList, run: () => chain().toggleTaskList().run() },
      { icon: Table, name: t`Table`, on: marks.table, run: () => void (marks.table || chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()) },
      { icon: SquareCode, name: t`Code block`, on: marks.codeBlock, run: () => chain().toggleCodeBlock().run() },
      { icon: Megaphone, name: t`Callout`, on: marks.callout, run: () => chain().toggleCallout("note").run() },
      { icon: Image, name: t`Image or file`, run: onChooseFiles },
    ],
    [
      { icon: AtSign, name: t`Mention a person`, run: () => chain().insertContent("@").run() },
      ...(onComment ? [{ icon: MessageSquarePlus, name: t`Comment on selection`, keys: "form:Mod+Alt+M", run: onComment }] : []),
      ...(onMakeSubtasks && marks.makesSubtasks ? [{ icon: ListPlus, name: t`Make subtasks`, run: onMakeSubtasks }] : []),
    ],
    ...(further.length > 0 ? [[...further]] : []),
  ];
  const count = groups.flat().length + 1;
  const all = count + (marks.table || marks.codeBlock ? 1 : 0);
  // The last tools come and go with the place of the caret.
  const current = Math.min(reached, all - 1);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      editor.commands.focus();
      return;
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[keyInOrder(event.key)];
    if (step === undefined || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    const next = (current + step + all) % all;
    setCurrent(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tool="${next}"]`)?.focus();
  };
  let index = 0;
  const props = () => {
    const mine = (index += 1);
    return { "data-tool": mine, tabIndex: current === mine ? 0 : -1, onFocus: () => setCurrent(mine) };
  };
  return (
    <div className={styles.tools}>
      {linking && <LinkForm editor={editor} onClose={() => onLinking(false)} />}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of the tools has the focus */}
      <div role="toolbar" aria-label={t`Formatting`} className={styles.toolbar} onKeyDown={move} onMouseDown={(event) => event.preventDefault()}>
        <MenuTool editor={editor} name={t`Text style`} items={kindsOf(editor, marks.level)} place={0} current={current} onCurrent={setCurrent}>
          {marks.level === 0 ? <Trans>Text</Trans> : <Trans>Heading {marks.level}</Trans>}
        </MenuTool>
        {groups.map((tools) => (
          <span key={tools[0]?.name} className={styles.group}>
            {tools.map(({ run, on, keys, ...tool }) => (
              <IconButton key={tool.name} {...tool} {...(keys !== undefined && { keys })} {...(on !== undefined && { on })} {...props()} onClick={run} />
            ))}
          </span>
        ))}
        {marks.table && (
          <MenuTool editor={editor} name={t`Table options`} items={tableItems(editor)} place={count} current={current} onCurrent={setCurrent}>
            <Trans>Table</Trans>
          </MenuTool>
        )}
        {marks.codeBlock && (
          <MenuTool editor={editor} name={t`Code language`} items={languageItems(editor, marks.language)} place={count} current={current} onCurrent={setCurrent}>
            {marks.language || <Trans>Plain text</Trans>}
          </MenuTool>
        )}
      </div>
    </div>
  );
}

interface MenuToolProps {
  editor: Editor;
  name: string;
  items: readonly MenuItem[];
  /** The place among the tools. */
  place: number;
  current: number;
  onCurrent: (place: number) => void;
  children: ReactNode;
}

/** A tool that opens a menu. After a choice, the focus goes on to the text. */
function MenuTool({ editor, name, items, place, current, onCurrent, children }: MenuToolProps) {
  const chosen = useRef(false);
  const choose = (item: MenuItem): MenuItem => ({
    ...item,
    onSelect: () => {
      chosen.current = true;
      item.onSelect?.();
    },
  });
  const focus = () => {
    if (chosen.current) editor.commands.focus();
    else onCurrent(place);
    chosen.current = false;
  };
  return (
    <Menu name={name} items={items.map(choose)}>
      <button type="button" className={styles.kind} data-tool={place} tabIndex={current === place ? 0 : -1} onFocus={focus}>
        {children}
        <Icon of={ChevronDown} size={14} />
      </button>
    </Menu>
  );
}

function kindsOf(editor: Editor, level: number): MenuItem[] {
  const chain = () => editor.chain();
  const heading = (one: 1 | 2 | 3) => ({ id: `heading${one}`, name: t`Heading ${one}`, checked: level === one, onSelect: () => void chain().setHeading({ level: one }).run() });
  return [
    { id: "text", name: t`Text`, checked: level === 0, onSelect: () => void chain().setParagraph().run() },
    heading(1),
    heading(2),
    heading(3),
    { id: "quote", name: t`Quote`, apart: true, onSelect: () => void chain().toggleBlockquote().run() },
    { id: "section", name: t`Collapsible section`, onSelect: () => void chain().setDetails().run() },
    { id: "divider", name: t`Divider`, onSelect: () => void chain().setHorizontalRule().run() },
  ];
}

/** True if the columns of the table at the caret run from right to left. */
function runsLeft(editor: Editor): boolean {
  const { node } = editor.view.domAtPos(editor.state.selection.from);
  const element = node instanceof Element ? node : node.parentElement;
  const table = element?.closest("table");
  return table ? getComputedStyle(table).direction === "rtl" : false;
}

function tableItems(editor: Editor): MenuItem[] {
  const chain = () => editor.chain();
  const add = (side: "left" | "right") => () => void (runsLeft(editor) === (side === "left") ? chain().addColumnAfter() : chain().addColumnBefore()).run();
  return [
    { id: "rowAbove", name: t`Insert row above`, onSelect: () => void chain().addRowBefore().run() },
    { id: "rowBelow", name: t`Insert row below`, onSelect: () => void chain().addRowAfter().run() },
    { id: "columnLeft", name: t`Insert column to the left`, onSelect: add("left") },
    { id: "columnRight", name: t`Insert column to the right`, onSelect: add("right") },
    { id: "deleteRow", name: t`Delete row`, apart: true, onSelect: () => void chain().deleteRow().run() },
    { id: "deleteColumn", name: t`Delete column`, onSelect: () => void chain().deleteColumn().run() },
    { id: "deleteTable", name: t`Delete table`, danger: true, onSelect: () => void chain().deleteTable().run() },
  ];
}

function languageItems(editor: Editor, now: string): MenuItem[] {
  const item = (language: string | null, name: string): MenuItem => ({
    id: language ?? "plain",
    name,
    checked: now === (language ?? ""),
    onSelect: () => void editor.chain().updateAttributes("codeBlock", { language }).run(),
  });
  return [item(null, t`Plain text`), ...languageNames.map((language) => item(language, language))];
}
