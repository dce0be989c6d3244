import { Editor } from "@tiptap/core";
import { UndoRedo } from "@tiptap/extensions";
import { afterEach, describe, expect, it } from "vitest";
import { PastedMarkdown, schemaExtensions } from "../text-editor/schema";
import { contentOf, markdownIn } from "./content";

const open: Editor[] = [];
afterEach(() => {
  for (const editor of open.splice(0)) editor.destroy();
});

const ana = "01890000-0000-7000-8000-0000000000aa";
const findPerson = (name: string) => (name === "ana.b" ? { id: ana, username: "ana.b" } : null);

function opened(markdown: string): Editor {
  const editor = new Editor({ element: document.createElement("div"), extensions: [...schemaExtensions(), UndoRedo, PastedMarkdown], content: contentOf(markdown, findPerson) });
  open.push(editor);
  return editor;
}

const through = (markdown: string) => markdownIn(opened(markdown).getJSON());

describe("a comment in the editor", () => {
  it.each([
    "",
    "One\n\nTwo\nlines",
    "**b** *i* ~~s~~ <u>u</u> `c` [l](https://a.example/)",
    "> quoted\n\nanswer",
    "- a\n- b\n  - c\n\n1. x\n2. y",
    "- [ ] open\n- [x] done",
    "```rust\nlet a = 1;\n```",
    "> [!TIP]\n> x",
    "| a | b |\n| --- | ---: |\n| 1 | 2 |",
    "<details>\n<summary>s</summary>\n\nx\n\n</details>",
    `![cat](file:${ana}) and [KEY-1](ticket:${ana})`,
    "@ana.b and @nobody, #12 and KEY-3",
    "https://a.example/ and ana@example.org",
  ])("stays as it is: %j", (markdown) => {
    expect(through(markdown)).toBe(markdown);
  });

  it("shows a person as a chip, but not in code and in links", () => {
    const chips = (markdown: string) => JSON.stringify(contentOf(markdown, findPerson)).split('"type":"mention"').length - 1;
    expect(["@ana.b", "(@ana.b)", "`@ana.b`", "```\n@ana.b\n```", "[@ana.b](https://a.example/)", "x@ana.b"].map(chips)).toEqual([1, 1, 0, 0, 0, 0]);
  });

  it("reads pasted HTML by the schema: no scripts, no other addresses, no style", () => {
    const editor = opened("");
    editor.view.pasteHTML('<p onclick="x()">a <a href="javascript:x()">j</a> <img src="data:image/png;base64,AA"><b style="color:red">b</b></p><script>x()</script>');
    expect(markdownIn(editor.getJSON())).toBe("a j **b**");
  });

  it("undoes its own changes", () => {
    const editor = opened("One");
    editor.commands.insertContentAt(4, " two");
    expect(markdownIn(editor.getJSON())).toBe("One two");
    editor.commands.undo();
    expect(markdownIn(editor.getJSON())).toBe("One");
  });
});
