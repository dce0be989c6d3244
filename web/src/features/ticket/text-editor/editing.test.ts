import { Editor } from "@tiptap/core";
import { afterEach, describe, expect, it } from "vitest";
import { Awareness } from "y-protocols/awareness";
import * as Y from "yjs";
import { blocksOf } from "@/sync/texts/fromMarkdown";
import { elementsOf, rootOf, treeOf, wordsOf } from "@/sync/texts/tree";
import { textExtensions } from "./extensions";
import { carets } from "./plugins/carets";

const open: Editor[] = [];
afterEach(() => {
  for (const editor of open.splice(0)) editor.destroy();
});

function opened(doc: Y.Doc): Editor {
  const awareness = new Awareness(doc);
  const editor = new Editor({ element: document.createElement("div"), extensions: [...textExtensions(doc), carets(awareness)] });
  editor.on("destroy", () => awareness.destroy());
  open.push(editor);
  return editor;
}

function docOf(markdown: string): Y.Doc {
  const doc = new Y.Doc();
  rootOf(doc).insert(0, elementsOf(blocksOf(markdown)) as Y.XmlElement[]);
  return doc;
}

/** Two documents that get each other's changes at once. */
function joined(markdown: string): [Y.Doc, Y.Doc] {
  const [one, two] = [docOf(markdown), new Y.Doc()];
  Y.applyUpdate(two, Y.encodeStateAsUpdate(one));
  for (const [from, to] of [[one, two], [two, one]] as const)
    from.on("update", (update: Uint8Array, origin: unknown) => origin !== "link" && Y.applyUpdate(to, update, "link"));
  return [one, two];
}

/** Types as a browser does: one character after the other, so that shortcuts see each. */
function type(editor: Editor, text: string): void {
  for (const char of text) {
    const { from, to } = editor.state.selection;
    const insert = () => editor.state.tr.insertText(char, from, to);
    const handled = editor.view.someProp("handleTextInput", (handle) => handle(editor.view, from, to, char, insert));
    if (!handled) editor.view.dispatch(insert());
  }
}

const words = (doc: Y.Doc) => wordsOf(treeOf(doc));

describe("keys of marks", () => {
  it.each(["s", "X"])("Ctrl, Shift and %s strike the selected words through", (key) => {
    const editor = opened(docOf("Mend the nets"));
    editor.commands.selectAll();
    const { view } = editor;
    const event = new KeyboardEvent("keydown", { key, code: `Key${key.toUpperCase()}`, keyCode: key.toUpperCase().charCodeAt(0), ctrlKey: true, shiftKey: true });
    view.someProp("handleKeyDown", (handle) => handle(view, event));
    expect(editor.isActive("strike")).toBe(true);
  });
});

describe("tx23 opening a document", () => {
  it.each(["", "One\n\nTwo", "- [ ] a\n- [x] b\n\n| a | b |\n| - | - |\n| 1 | 2 |", "> [!TIP]\n> x\n\n```js\n1\n```\n\n<details>\n<summary>s</summary>\n\nx\n\n</details>", "[l](https://a.example/) @ana **b `c`**"])(
    "changes nothing: %j",
    (markdown) => {
      const doc = docOf(markdown);
      const updates: Uint8Array[] = [];
      doc.on("update", (update: Uint8Array) => updates.push(update));
      const editor = opened(doc);
      editor.commands.selectAll();
      expect(updates).toEqual([]);
    },
  );
});

describe("several people in one document", () => {
  it("undo takes back the own changes only", () => {
    const [one, two] = joined("Start");
    const [ana, ben] = [opened(one), opened(two)];
    ana.commands.insertContentAt(6, " Ana");
    ben.commands.insertContentAt(1, "Ben ");
    expect(words(one)).toBe("Ben Start Ana");
    ana.commands.undo();
    expect([words(one), words(two)]).toEqual(["Ben Start", "Ben Start"]);
    ana.commands.undo();
    expect(words(one)).toBe("Ben Start");
    ana.commands.redo();
    expect(words(two)).toBe("Ben Start Ana");
  });

  it("a change of one leaves the other's caret where it was in the text", () => {
    const [one, two] = joined("One\n\nTwo");
    const [ana, ben] = [opened(one), opened(two)];
    ben.commands.setTextSelection(9);
    ana.commands.insertContentAt(1, "xxxx");
    type(ben, "!");
    expect(words(one)).toBe("xxxxOne\nTwo!");
  });
});

describe("Markdown that is typed", () => {
  it.each([
    ["## Why", "heading"],
    ["- one", "bulletList"],
    ["1. one", "orderedList"],
    ["[ ] one", "taskList"],
    ["> one", "blockquote"],
    ["```rust ", "codeBlock"],
  ])("%j makes a block", (typed, expected) => {
    const doc = docOf("");
    const editor = opened(doc);
    type(editor, typed);
    expect(treeOf(doc)[0]?.name).toBe(expected);
  });

  it("makes marks", () => {
    const doc = docOf("");
    type(opened(doc), "**bold** and `code`");
    expect(JSON.stringify(treeOf(doc))).toContain('{"text":"bold","marks":{"bold":{}}}');
  });
});

describe("tx18 pasted HTML", () => {
  const written = (html: string) => {
    const doc = docOf("");
    opened(doc).view.pasteHTML(html);
    return JSON.stringify(treeOf(doc));
  };

  it.each([
    ['<ol type="a" start="-3"><li>x</li></ol>', '"name":"orderedList","attrs":{"start":1}'],
    ['<pre><code class="language-a&quot;b">x</code></pre>', '"name":"codeBlock","attrs":{}'],
    ['<p>a <img src="data:image/png;base64,AA" alt="x"> <img src="/x.png"> <img src="blob:x"></p>', '"text":"a'],
    ['<p><a href="javascript:alert(1)">j</a> <a href="/x">r</a> <a href="ftp://a.example/">f</a></p>', '[{"text":"j r f","marks":{}}]'],
    ['<p><span data-type="mention" data-id="x" data-label="ana">@ana</span></p>', '"text":"@ana"'],
    ['<table><tr><th colspan="2" style="text-align: justify">a</th></tr><tr><td>b</td><td rowspan="3"><ul><li>c</li></ul></td></tr></table>', '"name":"tableHeader","attrs":{"colspan":1,"rowspan":1}'],
    ['<p><img src="https://a.example/x.png" width="9999999" alt="x"></p>', '"name":"image","attrs":{"alt":"x","src":"https://a.example/x.png"}'],
  ])("%s keeps only what a node takes", (html, expected) => {
    const text = written(html);
    expect(text).toContain(expected);
    for (const never of ["javascript", "data:image", "blob:", '"type"', "justify", "ftp:", '"src":"/']) expect(text).not.toContain(never);
  });
});
