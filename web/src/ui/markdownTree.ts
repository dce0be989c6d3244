import MarkdownIt, { type StateBlock, type StateInline, type Token } from "markdown-it";

/** A parsed text. */
export type Node =
  | { is: "text"; text: string }
  | { is: "break" | "rule" }
  | { is: "code"; text: string }
  | { is: "pre"; text: string; language: string | null }
  | { is: "image"; href: string; text: string }
  | { is: "link"; href: string; children: Node[] }
  | { is: "heading"; depth: number; children: Node[] }
  | { is: "paragraph" | "tight" | "quote" | "strong" | "em" | "del" | "underline" | "details" | "summary" | "table" | "thead" | "tbody" | "tr"; children: Node[] }
  | { is: "th" | "td"; align: string | null; children: Node[] }
  | { is: "list"; start: number | null; children: Node[] }
  | { is: "item"; task: Task | null; children: Node[] }
  | Compared;

/** What a comparison of two texts adds to a tree (`markdownCompare`): words, the lines of a code block, and marks of blocks. */
export type Compared =
  | { is: "added" | "removed"; children: Node[] }
  | { is: "lines"; lines: { how: "same" | "added" | "removed"; text: string }[] }
  | { is: "change"; how: "added" | "removed" | "changed"; children: Node[] };

/** A checkbox of a list: `[ ]` or `[x]`. */
export interface Task {
  checked: boolean;
  /** The place among the checkboxes of the text, from 0. */
  nth: number;
}

/** Null if a text nests too deep or has too many parts. The text is then shown as plain text. */
export type Tree = readonly Node[] | null;

/** How deep elements may nest. Browsers lay out a tree by recursion, and crash if it is too deep. */
export const maxDepth = 24;
/** How many parts a text may have: each becomes an element. */
export const maxParts = 20_000;
/** How many steps parsing may take. An ordinary text of 100,000 characters takes fewer; only a hostile one takes more. */
export const maxSteps = 400_000;

class TooMuch extends Error {}

/** The work spent on one text so far. The parser carries it in its environment. */
interface Spent {
  steps: number;
  parts: number;
  /** The places of all ends of comments and of underlined texts, so that each text is searched only once. */
  ends: Record<string, { src: string; at: readonly number[] }>;
}

const spentBy = (state: StateBlock | StateInline) => state.env.spent as Spent;

function step(state: StateBlock | StateInline): false {
  const spent = spentBy(state);
  spent.steps += 1;
  if (spent.steps > maxSteps) throw new TooMuch();
  return false;
}

function part(state: StateBlock | StateInline, token: Token): Token {
  const spent = spentBy(state);
  spent.parts += 1;
  if (spent.parts > maxParts || token.level > maxDepth) throw new TooMuch();
  return token;
}

const parser = makeParser();

function makeParser() {
  // markdown-it silently drops deeper nesting, so our own limit must be lower.
  const made = new MarkdownIt({ html: false, linkify: false, breaks: true, maxNesting: maxDepth * 2 });
  made.block.State = class extends made.block.State {
    override push(...token: Parameters<StateBlock["push"]>) {
      return part(this, super.push(...token));
    }
  };
  made.inline.State = class extends made.inline.State {
    override push(...token: Parameters<StateInline["push"]>) {
      return part(this, super.push(...token));
    }
  };
  made.block.ruler.before("table", "step", step);
  made.inline.ruler.before("text", "step", step);
  made.block.ruler.before("paragraph", "comment", commentBlock, { alt: ["paragraph", "reference", "blockquote", "list"] });
  made.inline.ruler.before("autolink", "comment", commentInline);
  made.inline.ruler.before("autolink", "underline", underline);
  made.inline.ruler.before("autolink", "lineBreak", lineBreak);
  made.block.ruler.before("paragraph", "details", details, { alt: ["paragraph", "reference", "blockquote", "list"] });
  const { validateLink } = made;
  // A file of the ticket, named by its id.
  made.validateLink = (address) => validateLink(address) || /^file:[\da-f-]{36}$/i.test(address);
  return made;
}

/** Reads Markdown. The work grows with the length of the text and is bounded, whatever the text. */
export function readMarkdown(source: string): { tree: Tree; spent: Readonly<Spent> } {
  const spent: Spent = { steps: 0, parts: 0, ends: {} };
  try {
    return { tree: nest(parser.parse(source, { spent })), spent };
  } catch (thrown) {
    if (thrown instanceof TooMuch) return { tree: null, spent };
    throw thrown;
  }
}

function placesOf(mark: string, src: string): number[] {
  const places: number[] = [];
  for (let at = src.indexOf(mark); at >= 0; at = src.indexOf(mark, at + mark.length)) places.push(at);
  return places;
}

/** The index of the next `mark`, or -1. The parser reads a text of a link twice, so `from` also goes back. */
function next(state: StateBlock | StateInline, mark: string, from: number): number {
  const { ends } = spentBy(state);
  const known = ends[mark];
  const { at } = known?.src === state.src ? known : (ends[mark] = { src: state.src, at: placesOf(mark, state.src) });
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return at[low] ?? -1;
}

/** The index after the `-->` that ends a comment, or -1. */
function endOfComment(state: StateBlock | StateInline, from: number): number {
  const at = next(state, "-->", from);
  return at < 0 ? -1 : at + 3;
}

/** `<u>` and `</u>` in a line. */
function underline(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith("<u>", state.pos)) return false;
  const { posMax } = state;
  const start = state.pos + 3;
  const end = next(state, "</u>", start);
  if (end < 0 || end >= posMax) return false;
  if (!silent) {
    state.push("u_open", "u", 1);
    state.pos = start;
    state.posMax = end;
    state.md.inline.tokenize(state);
    state.push("u_close", "u", -1);
    state.posMax = posMax;
  }
  state.pos = end + 4;
  return true;
}

/** `<br>`: a line break in a cell of a table. */
function lineBreak(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith("<br>", state.pos)) return false;
  if (!silent) state.push("hardbreak", "br", 0);
  state.pos += 4;
  return true;
}

/** A collapsible section: `<details>`, a line with its summary, its content, and `</details>`. */
function details(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineAt = (line: number) => state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0).trimEnd();
  if (lineAt(startLine) !== "<details>") return false;
  const summary = /^<summary>(.*)<\/summary>$/.exec(lineAt(startLine + 1))?.[1];
  if (summary === undefined) return false;
  let open = 1;
  let last = startLine + 2;
  for (; last < endLine; last += 1) {
    step(state);
    const words = lineAt(last);
    if (words === "<details>") open += 1;
    else if (words === "</details>") open -= 1;
    if (open === 0) break;
  }
  if (open > 0) return false;
  if (silent) return true;
  const { lineMax } = state;
  state.push("details_open", "details", 1);
  state.push("summary_open", "summary", 1);
  const words = state.push("inline", "", 0);
  words.content = summary;
  words.children = [];
  state.push("summary_close", "summary", -1);
  state.lineMax = last;
  state.md.block.tokenize(state, startLine + 2, last);
  state.lineMax = lineMax;
  state.push("details_close", "details", -1);
  state.line = last + 1;
  return true;
}

/** Hides an HTML comment that fills its lines, as pasted pages and templates leave them. */
function commentBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (!state.src.startsWith("<!--", start)) return false;
  const end = endOfComment(state, start + 4);
  if (end < 0 || end > (state.eMarks[endLine - 1] ?? 0)) return false;
  let line = startLine;
  while ((state.eMarks[line] ?? 0) < end) line += 1;
  if (state.src.slice(end, state.eMarks[line]).trim() !== "") return false;
  if (!silent) state.line = line + 1;
  return true;
}

/** Hides an HTML comment within a line. */
function commentInline(state: StateInline): boolean {
  if (!state.src.startsWith("<!--", state.pos)) return false;
  const end = endOfComment(state, state.pos + 4);
  if (end < 0 || end > state.posMax) return false;
  state.pos = end;
  return true;
}

const containers: Record<string, "paragraph" | "quote" | "strong" | "em" | "del" | "underline" | "details" | "summary" | "table" | "thead" | "tbody" | "tr" | "th" | "td"> = {
  paragraph_open: "paragraph",
  blockquote_open: "quote",
  strong_open: "strong",
  em_open: "em",
  s_open: "del",
  u_open: "underline",
  details_open: "details",
  summary_open: "summary",
  table_open: "table",
  thead_open: "thead",
  tbody_open: "tbody",
  tr_open: "tr",
  th_open: "th",
  td_open: "td",
};

/** Turns the parser's flat list of tokens into a tree. */
function nest(tokens: readonly Token[]): Node[] {
  const root: Node[] = [];
  const open: Node[][] = [root];
  let parts = 0;
  let tasks = 0;
  const walk = (row: readonly Token[]) => {
    for (const [index, token] of row.entries()) {
      if (token.type === "inline") {
        // The tokens come in this order: the item opens, its paragraph opens, its text.
        const [item, paragraph] = [row[index - 2], row[index - 1]];
        if (item?.type === "list_item_open" && paragraph?.type === "paragraph_open") tasks += markTask(open.at(-3)?.at(-1), token, tasks);
        walk(token.children ?? []);
      } else if (token.nesting < 0) open.pop();
      else {
        const node = made(token);
        open.at(-1)?.push(node);
        parts += 1;
        if (parts > maxParts) throw new TooMuch();
        if (token.nesting === 0) continue;
        // The parser pairs emphasis and joins texts after it has made their tokens, so their depth is first known here.
        if (open.length > maxDepth) throw new TooMuch();
        open.push("children" in node ? node.children : []);
      }
    }
  };
  walk(tokens);
  return root;
}

/** Moves `[ ]` or `[x]` from the start of an item's text to the item. Returns how many it has moved. */
function markTask(item: Node | undefined, { children }: Token, nth: number): 0 | 1 {
  const first = children?.[0];
  const mark = first?.type === "text" ? /^\[([ xX])\]\s+/.exec(first.content) : null;
  if (!first || !mark || item?.is !== "item") return 0;
  // Behind the mark stand words, or another part. An item without words is written with a space as an entity, so that two
  // spaces stand behind its mark.
  if (mark[0].length === first.content.length && children?.[1] === undefined && !/\s\s$/.test(mark[0])) return 0;
  first.content = first.content.slice(mark[0].length);
  item.task = { checked: mark[1] !== " ", nth };
  return 1;
}

/** The text between the marks of a line. */
const plain = (tokens: readonly Token[]): string => tokens.map(({ content }) => content).join("");

function made(token: Token): Node {
  const container = containers[token.type];
  if (container === "th" || container === "td") return { is: container, align: /text-align:\s*(\w+)/.exec(String(token.attrGet("style") ?? ""))?.[1] ?? null, children: [] };
  if (container) return { is: container === "paragraph" && token.hidden ? "tight" : container, children: [] };
  switch (token.type) {
    case "heading_open":
      return { is: "heading", depth: Number(token.tag.slice(1)), children: [] };
    case "bullet_list_open":
      return { is: "list", start: null, children: [] };
    case "ordered_list_open":
      return { is: "list", start: Number(token.attrGet("start") ?? 1), children: [] };
    case "list_item_open":
      return { is: "item", task: null, children: [] };
    case "link_open":
      return { is: "link", href: String(token.attrGet("href") ?? ""), children: [] };
    case "image":
      return { is: "image", href: String(token.attrGet("src") ?? ""), text: plain(token.children ?? []) };
    case "hr":
      return { is: "rule" };
    case "softbreak":
    case "hardbreak":
      return { is: "break" };
    case "code_inline":
      return { is: "code", text: token.content };
    case "fence":
    case "code_block":
      return { is: "pre", text: token.content.replace(/\n$/, ""), language: token.info.trim().split(/\s/)[0] || null };
    default:
      return { is: "text", text: token.content };
  }
}

const callout = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]$/i;

/** A quote that begins with `[!NOTE]` or another kind is a callout; null for other quotes. */
export function calloutIn(quote: readonly Node[]): { kind: string; children: readonly Node[] } | null {
  const [first, ...rest] = quote;
  if (first?.is !== "paragraph" && first?.is !== "tight") return null;
  const [mark, ...line] = first.children;
  const kind = mark?.is === "text" ? callout.exec(mark.text.trim())?.[1]?.toLowerCase() : undefined;
  if (kind === undefined || (line.length > 0 && line[0]?.is !== "break")) return null;
  const words = line.slice(1);
  return { kind, children: words.length > 0 ? [{ ...first, children: words }, ...rest] : rest };
}
