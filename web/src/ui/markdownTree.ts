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
  | { is: "paragraph" | "tight" | "quote" | "strong" | "em" | "del" | "table" | "thead" | "tbody" | "tr"; children: Node[] }
  | { is: "th" | "td"; align: string | null; children: Node[] }
  | { is: "list"; start: number | null; children: Node[] }
  | { is: "item"; task: Task | null; children: Node[] };

/** A checkbox of a list: `[ ]` or `[x]`. */
export interface Task {
  checked: boolean;
  /** The line of the checkbox in the source, from 0. */
  line: number;
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
  /** The cached end of the next comment, so that each text is searched only once. */
  commentEnd?: { src: string; at: number };
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
  return made;
}

/** Reads Markdown. The work grows with the length of the text and is bounded, whatever the text. */
export function readMarkdown(source: string): { tree: Tree; spent: Readonly<Spent> } {
  const spent: Spent = { steps: 0, parts: 0 };
  try {
    return { tree: nest(parser.parse(source, { spent })), spent };
  } catch (thrown) {
    if (thrown instanceof TooMuch) return { tree: null, spent };
    throw thrown;
  }
}

/** The index after the `-->` that ends a comment, or -1. */
function endOfComment(state: StateBlock | StateInline, from: number): number {
  const spent = spentBy(state);
  const known = spent.commentEnd;
  if (known?.src === state.src && (known.at < 0 || known.at >= from)) return known.at < 0 ? -1 : known.at + 3;
  const at = state.src.indexOf("-->", from);
  spent.commentEnd = { src: state.src, at };
  return at < 0 ? -1 : at + 3;
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

const containers: Record<string, "paragraph" | "quote" | "strong" | "em" | "del" | "table" | "thead" | "tbody" | "tr" | "th" | "td"> = {
  paragraph_open: "paragraph",
  blockquote_open: "quote",
  strong_open: "strong",
  em_open: "em",
  s_open: "del",
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
  const walk = (row: readonly Token[]) => {
    for (const [index, token] of row.entries()) {
      if (token.type === "inline") {
        // The tokens come in this order: the item opens, its paragraph opens, its text.
        const [item, paragraph] = [row[index - 2], row[index - 1]];
        if (item?.type === "list_item_open" && paragraph?.type === "paragraph_open") markTask(open.at(-3)?.at(-1), token, paragraph);
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

/** Moves `[ ]` or `[x]` from the start of an item's text to the item. */
function markTask(item: Node | undefined, { children }: Token, paragraph: Token): void {
  const first = children?.[0];
  const mark = first?.type === "text" ? /^\[([ xX])\]\s+(?=\S)/.exec(first.content) : null;
  if (!first || !mark || item?.is !== "item") return;
  first.content = first.content.slice(mark[0].length);
  item.task = { checked: mark[1] !== " ", line: paragraph.map?.[0] ?? 0 };
}

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
      return { is: "image", href: String(token.attrGet("src") ?? ""), text: token.content };
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

/** The source with one checkbox ticked or unticked; null if that line no longer holds a checkbox. */
export function setTask(source: string, { line }: Pick<Task, "line">, checked: boolean): string | null {
  const lines = source.split("\n");
  const now = /^(?:[\s>]|[-*+](?=\s)|\d{1,9}[.)](?=\s))*\[[ xX]\](?=\s)/.exec(lines[line] ?? "")?.[0];
  if (now === undefined) return null;
  lines[line] = `${now.slice(0, -2)}${checked ? "x" : " "}]${(lines[line] ?? "").slice(now.length)}`;
  return lines.join("\n");
}
