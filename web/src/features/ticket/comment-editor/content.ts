import type { JSONContent } from "@tiptap/core";
import { blocksOf } from "@/sync/texts/fromMarkdown";
import { markdownOf } from "@/sync/texts/toMarkdown/toMarkdown";
import { node, type Run, type TreeNode } from "@/sync/texts/treeNode";
import { splitReferences } from "@/ui/markdownText";
import { jsonOf } from "../text-editor/schema";

/** The id and the username of the person with this name; null if there is no such person. */
export type FindPerson = (name: string) => { id: string; username: string } | null;

/** A comment in Markdown, as the editor takes it. Markdown names a person as `@name`, and the editor shows a chip. */
export function contentOf(markdown: string, findPerson: FindPerson): JSONContent {
  const blocks = blocksOf(markdown).map((block) => withMentions(block, findPerson));
  // The person goes on behind a quote, and not in it.
  const goesOn = blocks.length === 0 || markdown.endsWith("\n\n");
  return { type: "doc", content: [...blocks.flatMap(jsonOf), ...(goesOn ? [{ type: "paragraph" }] : [])] };
}

/** What the editor holds, as Markdown. */
export const markdownIn = ({ content = [] }: JSONContent): string => markdownOf(partsIn(content).filter((part): part is TreeNode => !("length" in part)));

function partsIn(content: readonly JSONContent[]): (TreeNode | readonly Run[])[] {
  const parts: (TreeNode | Run[])[] = [];
  for (const { type = "", text, marks = [], attrs = {}, content: inside = [] } of content) {
    const last = parts.at(-1);
    const run = text === undefined ? null : { text, marks: Object.fromEntries(marks.map((mark) => [mark.type, mark.attrs ?? {}])) };
    if (run === null) parts.push(node(type, attrs, partsIn(inside)));
    else if (last && "length" in last) last.push(run);
    else parts.push([run]);
  }
  return parts;
}

function withMentions(block: TreeNode, findPerson: FindPerson): TreeNode {
  if (block.name === "codeBlock" || block.name === "detailsSummary") return block;
  return { ...block, content: block.content.flatMap((part) => ("length" in part ? mentionsIn(part, findPerson) : [withMentions(part, findPerson)])) };
}

function mentionsIn(runs: readonly Run[], findPerson: FindPerson): TreeNode["content"] {
  const parts: (TreeNode | Run[])[] = [];
  const add = (run: Run) => {
    const last = parts.at(-1);
    if (last && "length" in last) last.push(run);
    else parts.push([run]);
  };
  for (const run of runs) {
    // A name within code or within a link is a text.
    for (const piece of "code" in run.marks || "link" in run.marks ? [run.text] : splitReferences(run.text)) {
      const person = typeof piece !== "string" && piece.kind === "mention" ? findPerson(piece.name) : null;
      if (person) parts.push(node("mention", { id: person.id, label: person.username }));
      else add({ text: typeof piece === "string" ? piece : piece.text, marks: run.marks });
    }
  }
  return parts;
}
