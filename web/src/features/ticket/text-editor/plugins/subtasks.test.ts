import { Editor } from "@tiptap/core";
import { afterEach, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { blocksOf } from "@/sync/texts/fromMarkdown";
import { elementsOf, rootOf } from "@/sync/texts/tree";
import { textExtensions } from "../extensions";
import { subtasksIn } from "./subtasks";

const open: Editor[] = [];
afterEach(() => {
  for (const editor of open.splice(0)) editor.destroy();
});

function opened(markdown: string): Editor {
  const doc = new Y.Doc();
  rootOf(doc).insert(0, elementsOf(blocksOf(markdown)) as Y.XmlElement[]);
  const editor = new Editor({ element: document.createElement("div"), extensions: textExtensions(doc) });
  open.push(editor);
  return editor;
}

/** The place behind some words. */
function placeOf(editor: Editor, words: string): number {
  let found = -1;
  editor.state.doc.descendants((node, pos) => {
    const at = node.isText ? (node.text ?? "").indexOf(words) : -1;
    if (at >= 0) found = pos + at + words.length;
  });
  return found;
}

const titles = (editor: Editor) => subtasksIn(editor.state).map(({ title }) => title);

describe("the selection makes subtasks", () => {
  it("of the item at the caret, and not of the item around it", () => {
    const editor = opened("- [ ] outer\n  - [ ] inner\n- [ ] other");
    editor.commands.setTextSelection(placeOf(editor, "inner"));
    expect(titles(editor)).toEqual(["inner"]);
    editor.commands.setTextSelection(placeOf(editor, "outer"));
    expect(titles(editor)).toEqual(["outer"]);
  });

  it("of all selected items that are open and no task yet", () => {
    const editor = opened("- [ ] one **two**\n- [x] done\n- [ ] [KEY-1](ticket:01890000-0000-7000-8000-000000000001)\n- [ ] three");
    editor.commands.selectAll();
    expect(titles(editor)).toEqual(["one two", "three"]);
  });

  it("of selected words, but not of words of two blocks, of code, or without a selection", () => {
    const editor = opened("Measure the load first.\n\nThen write.\n\n```\ncode\n```");
    const end = placeOf(editor, "Measure the load");
    editor.commands.setTextSelection({ from: end - "the load".length, to: end });
    expect(titles(editor)).toEqual(["the load"]);
    editor.commands.setTextSelection({ from: end, to: placeOf(editor, "Then") });
    expect(titles(editor)).toEqual([]);
    editor.commands.setTextSelection({ from: placeOf(editor, "co"), to: placeOf(editor, "code") });
    expect(titles(editor)).toEqual([]);
    editor.commands.selectAll();
    expect(titles(editor)).toEqual([]);
    editor.commands.setTextSelection(end);
    expect(titles(editor)).toEqual([]);
  });
});
