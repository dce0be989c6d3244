import { getSchema } from "@tiptap/core";
import { prosemirrorToYXmlFragment, yXmlFragmentToProseMirrorRootNode } from "@tiptap/y-tiptap";
import { describe, expect, it } from "vitest";
import * as Y from "yjs";
import { blocksOf } from "@/sync/texts/fromMarkdown";
import { elementsOf, rootOf, treeOf, type TreeNode } from "@/sync/texts/tree";
import { pasted, schemaExtensions } from "./schema";

const schema = getSchema(schemaExtensions());

/** The blocks as the editor writes them after it has read them. */
function throughEditor(blocks: readonly TreeNode[]): TreeNode[] {
  const doc = new Y.Doc();
  rootOf(doc).insert(0, elementsOf(blocks));
  const read = yXmlFragmentToProseMirrorRootNode(rootOf(doc), schema);
  read.check();
  const written = new Y.Doc();
  prosemirrorToYXmlFragment(read, rootOf(written));
  return treeOf(written);
}

const attributesOf = (named: Readonly<Record<string, { spec: { attrs?: Readonly<Record<string, unknown>> | null } }>>) =>
  Object.fromEntries(Object.entries(named).map(([name, { spec }]) => [name, Object.keys(spec.attrs ?? {}).toSorted()]));

describe("tx18 the schema of the editor", () => {
  it("has the nodes of the contract with their attributes, and no others", () => {
    expect(attributesOf(schema.nodes)).toEqual({
      doc: [],
      text: [],
      paragraph: [],
      heading: ["level"],
      blockquote: [],
      bulletList: [],
      orderedList: ["start", "type"],
      listItem: [],
      taskList: [],
      taskItem: ["checked"],
      codeBlock: ["language"],
      horizontalRule: [],
      table: [],
      tableRow: [],
      tableHeader: ["align", "colspan", "colwidth", "rowspan"],
      tableCell: ["align", "colspan", "colwidth", "rowspan"],
      callout: ["kind"],
      details: [],
      detailsSummary: [],
      detailsContent: [],
      hardBreak: [],
      image: ["alt", "height", "href", "src", "title", "width"],
      mention: ["id", "label", "mentionSuggestionChar"],
      taskReference: ["id", "label"],
    });
  });

  it("has the marks of the contract", () => {
    expect(attributesOf(schema.marks)).toEqual({ bold: [], italic: [], strike: [], underline: [], code: [], link: ["href", "title"] });
  });
});

const id = "01890000-0000-7000-8000-000000000001";

describe("a description in Markdown", () => {
  it.each<[string, string, unknown]>([
    ["a heading and a paragraph", "## Why\n\nBecause", [{ name: "heading", attrs: { level: 2 } }, { name: "paragraph" }]],
    ["a checklist", "- [ ] one\n- [x] two", [{ name: "taskList", content: [{ name: "taskItem", attrs: { checked: false } }, { name: "taskItem", attrs: { checked: true } }] }]],
    ["a list with a number", "3. three\n4. four", [{ name: "orderedList", attrs: { start: 3 } }]],
    ["code", "```rust\nlet a = 1;\n```", [{ name: "codeBlock", attrs: { language: "rust" }, content: [[{ text: "let a = 1;" }]] }]],
    ["a callout", "> [!WARNING]\n> Mind the gap", [{ name: "callout", attrs: { kind: "warning" }, content: [{ name: "paragraph", content: [[{ text: "Mind the gap" }]] }] }]],
    ["a quote", "> [!NEWS]\n> x", [{ name: "blockquote" }]],
    ["a collapsible section", "<details>\n<summary>More</summary>\n\nInside\n\n</details>", [{ name: "details", content: [{ name: "detailsSummary", content: [[{ text: "More" }]] }, { name: "detailsContent", content: [{ name: "paragraph" }] }] }]],
    ["a table", "| a | b |\n| - | -: |\n| 1 | 2 |", [{ name: "table", content: [{ name: "tableRow", content: [{ name: "tableHeader" }, { name: "tableHeader", attrs: { align: "right" } }] }, { name: "tableRow" }] }]],
    ["a task", `[KEY-1](ticket:${id})`, [{ content: [{ name: "taskReference", attrs: { id, label: "KEY-1" } }] }]],
    ["an image", `![cat](file:${id})`, [{ content: [{ name: "image", attrs: { src: `file:${id}`, alt: "cat" } }] }]],
    ["marks", "**b** *i* ~~s~~ `c` <u>u</u> [l](https://a.example/)", [{ content: [[{ marks: { bold: {} } }, {}, { marks: { italic: {} } }, {}, { marks: { strike: {} } }, {}, { marks: { code: {} } }, {}, { marks: { underline: {} } }, {}, { marks: { link: { href: "https://a.example/" } } }]] }]],
    ["lines", "one\ntwo", [{ content: [[{ text: "one" }], { name: "hardBreak" }, [{ text: "two" }]] }]],
  ])("is read as %s, and the editor leaves it as it is", (_, markdown, expected) => {
    const blocks = blocksOf(markdown);
    expect(blocks).toMatchObject(expected as object[]);
    expect(throughEditor(blocks)).toEqual(blocks);
  });
});

describe("pasted plain text", () => {
  it("is read as Markdown", () => {
    expect(pasted(schema, "# One\n\n- two").content.toJSON()).toMatchObject([{ type: "heading", attrs: { level: 1 } }, { type: "bulletList" }]);
  });

  it("joins the paragraph at the caret if it is one line", () => {
    const slice = pasted(schema, "just **words**");
    expect([slice.openStart, slice.openEnd]).toEqual([1, 1]);
  });
});
