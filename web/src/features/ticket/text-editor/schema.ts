import { t } from "@lingui/core/macro";
import { Extension, type AnyExtension, type JSONContent } from "@tiptap/core";
import { TaskItem, TaskList } from "@tiptap/extension-list";
import { Fragment, Node, Slice, type Schema } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { StarterKit } from "@tiptap/starter-kit";
import { blocksOf } from "@/sync/texts/fromMarkdown";
import type { Run, TreeNode } from "@/sync/texts/treeNode";
import { Callout, collapsibles, tables, NumberedList, TextCode, TextCodeBlock, TextHeading, TextLink } from "./nodes/blocks";
import { InlineImage, PersonMention, TicketReference } from "./nodes/chips";

/** The nodes and marks of a text (TX18). */
export const schemaExtensions = (): AnyExtension[] => [
  StarterKit.configure({ undoRedo: false, trailingNode: false, codeBlock: false, heading: false, link: false, code: false, orderedList: false }),
  TextHeading,
  TextCode,
  TextLink,
  TextCodeBlock,
  NumberedList,
  TaskList,
  TaskItem.configure({
    nested: true,
    a11y: { checkboxLabel: (node) => node.firstChild?.textContent || t`Checklist item` },
    // A person who may not edit cannot tick, so the box keeps its state.
    onReadOnlyChecked: () => false,
  }),
  ...tables,
  ...collapsibles(),
  Callout,
  InlineImage,
  PersonMention,
  TicketReference,
];

/** Blocks as the editor takes them. */
export const jsonOf = (part: TreeNode | readonly Run[]): JSONContent[] =>
  "length" in part
    ? part.map(({ text, marks }) => ({ type: "text", text, marks: Object.entries(marks).map(([type, attrs]) => ({ type, attrs: attrs as Record<string, unknown> })) }))
    : [{ type: part.name, attrs: { ...part.attrs }, content: part.content.flatMap(jsonOf) }];

/** Plain text that is pasted is read as Markdown. */
export function pasted(schema: Schema, text: string): Slice {
  const blocks = blocksOf(text).flatMap(jsonOf).map((json) => Node.fromJSON(schema, json));
  const content = Fragment.from(blocks);
  // One paragraph joins the paragraph at the caret.
  const [only] = blocks;
  return blocks.length === 1 && only?.type.name === "paragraph" ? new Slice(content, 1, 1) : Slice.maxOpen(content);
}

export const PastedMarkdown = Extension.create({
  name: "pastedMarkdown",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        // `undefined` leaves the text to ProseMirror, which keeps it plain.
        clipboardTextParser: (text, context, plain, view) => (plain || context.parent.type.spec.code ? (undefined as unknown as Slice) : pasted(view.state.schema, text)),
      },
    }),
  ],
});
