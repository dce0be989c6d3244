import type { Editor } from "@tiptap/core";

/** How a person opened the editor. */
export interface Start {
  /** True if the caret goes into the text. */
  focus: boolean;
  /** Where the person clicked, in the window. Without it, the caret goes to the end. */
  at?: { left: number; top: number };
  /** The checkbox that was clicked, counted from 0, and its new state. */
  tick?: { nth: number; checked: boolean };
  /** The words on which the person wants to comment, and which of their occurrences they are, counted from 0. */
  passage?: { words: string; nth: number };
}

/** Puts the caret where the person clicked, and ticks the checkbox that the person clicked. */
export function putCaret(editor: Editor, { focus, at, tick }: Start): void {
  if (tick) tickNth(editor, tick);
  if (!focus) return;
  const pos = at && editor.view.posAtCoords(at)?.pos;
  editor.commands.focus(pos ?? "end", { scrollIntoView: pos === undefined });
}

/** Leaves a checkbox alone that another person has changed meanwhile. */
function tickNth(editor: Editor, { nth, checked }: NonNullable<Start["tick"]>): void {
  let at = 0;
  editor.state.doc.descendants((node, pos) => {
    if (node.type.name !== "taskItem") return;
    if (at === nth && node.attrs.checked === !checked) editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, "checked", checked));
    at += 1;
  });
}
