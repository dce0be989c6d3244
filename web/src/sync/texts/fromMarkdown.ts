import { linkedTicket } from "@/ui/markdownText";
import { calloutIn, readMarkdown, type Node } from "@/ui/markdownTree";
import { allowedLanguage, allowedLine, isAllowedAddress, isAllowedPicture } from "./allowedValues";
import { node, type Run, type TreeNode } from "./treeNode";

type Marks = Readonly<Record<string, unknown>>;
type Part = TreeNode | readonly Run[];

/**
 * The blocks that a node makes of a description (docs/TEXTS.md, Markdown). A page that writes without a node and without a
 * copy begins from these; where they differ from the node's, only own changes at that place are affected (TX16).
 */
export function blocksOf(markdown: string): TreeNode[] {
  const { tree } = readMarkdown(markdown);
  if (tree === null) return markdown.split(/\n{2,}/).map((words) => node("paragraph", {}, words === "" ? [] : [[{ text: words, marks: {} }]]));
  return blocks(tree);
}

const blocks = (nodes: readonly Node[]): TreeNode[] => {
  const found: TreeNode[] = [];
  let loose: Node[] = [];
  const close = () => {
    if (loose.length > 0) found.push(node("paragraph", {}, inline(loose, {})));
    loose = [];
  };
  for (const one of nodes) {
    const made = blockOf(one);
    if (made === null) loose.push(one);
    else {
      close();
      found.push(...made);
    }
  }
  close();
  return found;
};

/** Null for a node that stands in a line. */
function blockOf(one: Node): TreeNode[] | null {
  switch (one.is) {
    case "paragraph":
    case "tight":
      return [node("paragraph", {}, inline(one.children, {}))];
    case "heading":
      return [node("heading", { level: one.depth }, inline(one.children, {}))];
    case "rule":
      return [node("horizontalRule")];
    case "pre":
      return [node("codeBlock", { language: allowedLanguage(one.language) }, one.text === "" ? [] : [[{ text: one.text, marks: {} }]])];
    case "quote":
      return [quote(one.children)];
    case "details":
      return [section(one.children)];
    case "list":
      return lists(one);
    case "table":
      return [node("table", {}, one.children.flatMap((part) => ("children" in part ? part.children : [])).map(row))];
    default:
      return null;
  }
}

function lists({ start, children }: Extract<Node, { is: "list" }>): TreeNode[] {
  const items = children.filter((child): child is Extract<Node, { is: "item" }> => child.is === "item");
  const content = (item: (typeof items)[number]) => {
    const inside = blocks(item.children);
    return inside.length > 0 ? inside : [node("paragraph")];
  };
  if (start === null && items.length > 0 && items.every(({ task }) => task !== null))
    return [node("taskList", {}, items.map((item) => node("taskItem", { checked: item.task?.checked === true }, content(item))))];
  const rows = items.map((item) => node("listItem", {}, content(item)));
  return [start === null ? node("bulletList", {}, rows) : node("orderedList", { start }, rows)];
}

function row(one: Node): TreeNode {
  const cells = "children" in one ? one.children : [];
  return node("tableRow", {}, cells.map((cell) => node(cell.is === "th" ? "tableHeader" : "tableCell", { colspan: 1, rowspan: 1, align: "align" in cell ? cell.align : null }, [
    node("paragraph", {}, "children" in cell ? inline(cell.children, {}) : []),
  ])));
}

function quote(children: readonly Node[]): TreeNode {
  const callout = calloutIn(children);
  const inside = blocks(callout?.children ?? children);
  return callout ? node("callout", { kind: callout.kind }, inside.length > 0 ? inside : [node("paragraph")]) : node("blockquote", {}, inside);
}

function section([summary, ...content]: readonly Node[]): TreeNode {
  const inside = blocks(content);
  const words = summary ? textOf([summary]) : "";
  return node("details", {}, [
    node("detailsSummary", {}, words === "" ? [] : [[{ text: words, marks: {} }]]),
    node("detailsContent", {}, inside.length > 0 ? inside : [node("paragraph")]),
  ]);
}

const textOf = (nodes: readonly Node[]): string => nodes.map((one) => ("text" in one ? one.text : "children" in one ? textOf(one.children) : " ")).join("");

/** Runs of text with equal marks are one run, and neighbours are one text. */
function inline(nodes: readonly Node[], marks: Marks): Part[] {
  const parts: (TreeNode | Run[])[] = [];
  const add = (part: Part) => {
    const last = parts.at(-1);
    if (!("length" in part)) parts.push(part);
    else if (last && "length" in last) for (const run of part) addRun(last, run);
    else if (part.length > 0) parts.push([...part]);
  };
  for (const one of nodes) for (const part of inlineOf(one, marks)) add(part);
  return parts;
}

function addRun(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  if (last && JSON.stringify(last.marks) === JSON.stringify(run.marks)) runs[runs.length - 1] = { text: last.text + run.text, marks: last.marks };
  else runs.push(run);
}

function inlineOf(one: Node, marks: Marks): Part[] {
  switch (one.is) {
    case "text":
      // The parser leaves empty texts around marks.
      return one.text === "" ? [] : [[{ text: one.text, marks }]];
    case "break":
      return [node("hardBreak")];
    case "code":
      return [[{ text: one.text, marks: { ...marks, code: {} } }]];
    case "strong":
      return inline(one.children, { ...marks, bold: {} });
    case "em":
      return inline(one.children, { ...marks, italic: {} });
    case "del":
      return inline(one.children, { ...marks, strike: {} });
    case "underline":
      return inline(one.children, { ...marks, underline: {} });
    case "image":
      return isAllowedPicture(one.href) ? [node("image", { src: one.href, alt: allowedLine(one.text) })] : one.text === "" ? [] : [[{ text: one.text, marks }]];
    case "link": {
      const ticketId = linkedTicket(one.href);
      if (ticketId !== null) return [node("taskReference", { id: ticketId, label: allowedLine(textOf(one.children), 50) ?? "…" })];
      return inline(one.children, !isAllowedAddress(one.href) ? marks : { ...marks, link: { href: one.href } });
    }
    default:
      return "children" in one ? inline(one.children, marks) : [];
  }
}
