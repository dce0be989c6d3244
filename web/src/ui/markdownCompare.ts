import { stretchesOf } from "@/lib/differences";
import { linkedTicket } from "./markdownText";
import { calloutIn, readMarkdown, type Node } from "./markdownTree";

type How = "added" | "removed";

/** Two texts as one, with marks where they differ. */
export interface Comparison {
  nodes: readonly Node[];
  /** How many words were added and removed. */
  added: number;
  removed: number;
}

/** Compares two texts block by block, and within a block word by word. Texts that are too complex to format are compared line by line. */
export function compareMarkdown(before: string, after: string): Comparison {
  const [a, b] = [readMarkdown(before).tree, readMarkdown(after).tree];
  const nodes = a && b ? blocks(a, b, asBlocks) : before === after ? [lines(before, after)] : asBlocks("changed", [lines(before, after)]);
  const count = { added: 0, removed: 0 };
  countIn(nodes, count);
  return { nodes, ...count };
}

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

function countIn(nodes: readonly Node[], count: Record<How, number>): void {
  for (const node of nodes) {
    if (node.is === "added" || node.is === "removed") count[node.is] += wordsIn(textOf(node.children));
    else if (node.is === "lines") for (const { how, text } of node.lines) count[how === "removed" ? "removed" : "added"] += how === "same" ? 0 : wordsIn(text);
    else if ("children" in node) countIn(node.children, count);
  }
}

/** Inline nodes. A node of another kind ends a word. */
const inLine: ReadonlySet<Node["is"]> = new Set(["text", "code", "strong", "em", "del", "underline", "link", "added", "removed"]);

const textOf = (nodes: readonly Node[]): string =>
  nodes.map((node) => ("text" in node ? node.text : "children" in node ? textOf(node.children) : " ") + (inLine.has(node.is) ? "" : " ")).join("");

/** Equal for equal nodes. The place of a checkbox among all checkboxes does not count. */
const keyOf = (node: Node): string => JSON.stringify(node, (name, value: unknown) => (name === "nth" ? undefined : value));

/** What stands for a changed block: blocks of the text are marked beside them, and those within others only by their words. */
type Wrap = (how: How | "changed", nodes: Node[]) => Node[];
const asBlocks: Wrap = (how, children) => [{ is: "change", how, children }];
const bare: Wrap = (_, nodes) => nodes;

function blocks(before: readonly Node[], after: readonly Node[], wrap: Wrap): Node[] {
  const found: Node[] = [];
  let at = 0;
  for (const { from, to, start, end } of stretchesOf(before.map(keyOf), after.map(keyOf))) {
    found.push(...after.slice(at, start), ...stretch(before.slice(from, to), after.slice(start, end), wrap));
    at = end;
  }
  return [...found, ...after.slice(at)];
}

/** A block is compared with one of this many blocks, so that the work stays in proportion to the text. */
const ahead = 20;

function stretch(before: readonly Node[], after: readonly Node[], wrap: Wrap): Node[] {
  const found: Node[] = [];
  let next = 0;
  const gone = (to: number) => {
    for (const block of before.slice(next, to)) found.push(...wrap("removed", [marked(block, "removed")]));
    next = to;
  };
  for (const block of after) {
    const mate = before.slice(next, next + ahead).findIndex((old) => areMates(old, block));
    const old = mate < 0 ? undefined : before[next + mate];
    if (old === undefined) {
      found.push(...wrap("added", [marked(block, "added")]));
      continue;
    }
    gone(next + mate);
    found.push(...wrap("changed", merged(old, block)));
    next += 1;
  }
  gone(before.length);
  return found;
}

/** True if one block is an edit of the other. */
function areMates(old: Node, block: Node): boolean {
  if (old.is !== block.is || formOf(old) !== formOf(block)) return false;
  return ["table", "thead", "tbody"].includes(block.is) || share(old, block) >= 0.3;
}

/** Two blocks that differ in this are not compared word by word. */
function formOf(node: Node): string {
  switch (node.is) {
    case "heading":
      return String(node.depth);
    case "pre":
      return node.language ?? "";
    case "list":
      return String(node.start === null);
    case "item":
      return node.task === null ? "" : String(node.task.checked);
    case "quote":
      return calloutIn(node.children)?.kind ?? "";
    case "tr":
      return String(node.children.length);
    default:
      return "";
  }
}

/** The share of the words of two blocks that both have. */
function share(old: Node, block: Node): number {
  const [a, b] = [old, block].map((node) => new Set(textOf([node]).match(/[\p{L}\p{N}]+/gu) ?? []));
  if (!a || !b || a.size + b.size === 0) return 1;
  return (2 * [...a].filter((word) => b.has(word)).length) / (a.size + b.size);
}

/** A block and its edited form as one block, with marks at the words that differ. */
function merged(old: Node, block: Node): Node[] {
  if (old.is === "pre" && block.is === "pre") return [lines(old.text, block.text)];
  if (!("children" in old) || !("children" in block)) return [marked(old, "removed"), marked(block, "added")];
  switch (block.is) {
    case "list":
    case "item":
    case "quote":
    case "details":
    case "table":
    case "thead":
    case "tbody":
      return [{ ...block, children: blocks(old.children, block.children, bare) }];
    case "tr":
      return [{ ...block, children: block.children.flatMap((cell, at) => mergedCell(old.children[at], cell)) }];
    default:
      return [{ ...block, children: inline(old.children, block.children) }];
  }
}

const mergedCell = (old: Node | undefined, cell: Node): Node[] => (old && keyOf(old) !== keyOf(cell) ? merged(old, cell) : [cell]);

function lines(before: string, after: string): Node {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const found: { how: "same" | How; text: string }[] = [];
  const add = (how: "same" | How, texts: readonly string[]) => found.push(...texts.map((text) => ({ how, text })));
  let at = 0;
  for (const { from, to, start, end } of stretchesOf(a, b)) {
    add("same", b.slice(at, start));
    add("removed", a.slice(from, to));
    add("added", b.slice(start, end));
    at = end;
  }
  add("same", b.slice(at));
  return { is: "lines", lines: found };
}

/** A block all of whose words were added or removed. It keeps its form: an item stays in its list, and a cell in its row. */
function marked(node: Node, how: How): Node {
  switch (node.is) {
    case "pre":
      return { is: "lines", lines: node.text.split("\n").map((text) => ({ how, text })) };
    case "paragraph":
    case "tight":
    case "heading":
    case "summary":
    case "th":
    case "td":
      return { ...node, children: wrapped(node.children, how) };
    case "quote":
      return { ...node, children: calloutIn(node.children) ? markedCallout(node.children, how) : node.children.map((child) => marked(child, how)) };
    case "list":
    case "item":
    case "details":
    case "table":
    case "thead":
    case "tbody":
    case "tr":
      return { ...node, children: node.children.map((child) => marked(child, how)) };
    default:
      return { is: how, children: [node] };
  }
}

const wrapped = (children: Node[], how: How): Node[] => (children.length === 0 ? [] : [{ is: how, children }]);

/** The first words of a callout name its kind, and are not shown. */
function markedCallout([first, ...rest]: readonly Node[], how: How): Node[] {
  if (!first || !("children" in first)) return [];
  const [kind, line, ...words] = first.children;
  const head = [kind, line].filter((node) => node !== undefined);
  return [{ ...first, children: [...head, ...wrapped(words, how)] }, ...rest.map((child) => marked(child, how))];
}

/** What stands around a word, from the outside in. */
type Around = { is: "strong" | "em" | "del" | "underline" } | { is: "link"; href: string } | { is: "code" };

interface Token {
  key: string;
  /** A word, or a node that is not divided. */
  text: string | null;
  node: Node | null;
  around: readonly Around[];
}

/** Words, runs of spaces, single signs. Scripts that put no spaces between words are compared letter by letter. */
const piece = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{N}\p{M}_]+|\s+|./gsu;

function tokensOf(nodes: readonly Node[], around: readonly Around[] = []): Token[] {
  const place = JSON.stringify(around);
  const words = (text: string, within: readonly Around[]): Token[] =>
    (text.match(piece) ?? []).map((word) => ({ key: `${word} ${within === around ? place : JSON.stringify(within)}`, text: word, node: null, around: within }));
  return nodes.flatMap((node): Token[] => {
    switch (node.is) {
      case "text":
        return words(node.text, around);
      case "code":
        return words(node.text, [...around, { is: "code" }]);
      case "strong":
      case "em":
      case "del":
      case "underline":
        return tokensOf(node.children, [...around, { is: node.is }]);
      case "link":
        if (linkedTicket(node.href) === null) return tokensOf(node.children, [...around, { is: "link", href: node.href }]);
        break;
      default:
    }
    return [{ key: `${keyOf(node)} ${place}`, text: null, node, around }];
  });
}

function inline(before: readonly Node[], after: readonly Node[]): Node[] {
  const [a, b] = [tokensOf(before), tokensOf(after)];
  const found: Node[] = [];
  let at = 0;
  const add = (how: How, tokens: readonly Token[]) => tokens.length > 0 && found.push({ is: how, children: nodesOf(tokens) });
  for (const { from, to, start, end } of joined(stretchesOf(a.map(({ key }) => key), b.map(({ key }) => key)), b)) {
    found.push(...nodesOf(b.slice(at, start)));
    add("removed", a.slice(from, to));
    add("added", b.slice(start, end));
    at = end;
  }
  return [...found, ...nodesOf(b.slice(at))];
}

/** Two changes with only a space between them are one: a sentence that was rewritten is easier to read so. */
function joined(stretches: ReturnType<typeof stretchesOf>, after: readonly Token[]): ReturnType<typeof stretchesOf> {
  const found: ReturnType<typeof stretchesOf> = [];
  for (const stretch of stretches) {
    const last = found.at(-1);
    const space = last && after.slice(last.end, stretch.start).every(({ text }) => text !== null && text.trim() === "");
    if (last && space) Object.assign(last, { to: stretch.to, end: stretch.end });
    else found.push({ ...stretch });
  }
  return found;
}

/** Puts words together again, with what stands around them. */
function nodesOf(tokens: readonly Token[]): Node[] {
  const found: Node[] = [];
  let words = "";
  let around: readonly Around[] = [];
  const close = () => {
    if (words !== "") found.push(within(around, words));
    words = "";
  };
  for (const token of tokens) {
    if (token.text === null || JSON.stringify(token.around) !== JSON.stringify(around)) close();
    around = token.around;
    if (token.text !== null) words += token.text;
    else if (token.node) found.push(token.around.reduceRight<Node>((inner, outer) => wrap(outer, inner), token.node));
  }
  close();
  return found;
}

const wrap = (outer: Around, inner: Node): Node => (outer.is === "code" ? inner : { ...outer, children: [inner] });

function within(around: readonly Around[], words: string): Node {
  const isCode = around.some(({ is }) => is === "code");
  return around.reduceRight<Node>((inner, outer) => wrap(outer, inner), isCode ? { is: "code", text: words } : { is: "text", text: words });
}
