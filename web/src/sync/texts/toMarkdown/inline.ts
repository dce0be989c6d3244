/*
 * Writes the text of a paragraph as Markdown. The rules are those of the node
 * (`actors/src/domain/rich_text/markdown/inline_write.rs`).
 */
import { isRuns, type Run, type TreeNode } from "../treeNode";
import { anywhere, code, destination, entity, escaped, firstEscaped, firstOf, isOpen, isSpace, lastOf, sideOf, title } from "./escape";

/** The block whose text is written. */
export type Within = "paragraph" | "heading" | "table";

/** Marks enclose each other in this order. */
const marks = ["link", "bold", "italic", "strike", "underline"] as const;
type Mark = (typeof marks)[number];
type Attributes = Readonly<Record<string, unknown>>;

type Token =
  | { is: "open" | "close"; mark: Mark; attributes: Attributes }
  /** An atom is written as it is. */
  | { is: "text" | "code" | "atom" | "mention"; text: string }
  | { is: "break" };

const stringOf = (attributes: Attributes, name: string): string => (typeof attributes[name] === "string" ? attributes[name] : "");

/** The children of a paragraph or a heading as Markdown. */
export function writeInline(children: TreeNode["content"], within: Within): string {
  const tokens = withSpacesOutside(tokensOf(children, within)).filter((token) => token.is !== "text" || token.text !== "");
  // A line break at the end of a paragraph is lost when it is read.
  while (tokens.at(-1)?.is === "break") tokens.pop();
  return new Writer(tokens, within).write();
}

function tokensOf(children: TreeNode["content"], within: Within): Token[] {
  const tokens: Token[] = [];
  let open: { mark: Mark; attributes: Attributes }[] = [];
  const change = (next: Attributes) => {
    const wanted = marks.filter((mark) => mark in next).map((mark) => ({ mark, attributes: next[mark] as Attributes }));
    let same = 0;
    while (same < open.length && same < wanted.length && JSON.stringify(open[same]) === JSON.stringify(wanted[same])) same += 1;
    for (const one of open.slice(same).toReversed()) tokens.push({ is: "close", ...one });
    for (const one of wanted.slice(same)) tokens.push({ is: "open", ...one });
    open = wanted;
  };
  for (const child of children) {
    if (isRuns(child)) {
      for (const run of child) {
        change(run.marks);
        pushText(run, tokens);
      }
    } else {
      change({});
      tokens.push(atomOf(child, within));
    }
  }
  change({});
  return tokens;
}

function pushText({ text, marks: given }: Run, tokens: Token[]): void {
  const push = (is: "text" | "code", part: string) => {
    if (part === "") return;
    const last = tokens.at(-1);
    // Two spans of code in a row would be read as one.
    if (last?.is === is) tokens[tokens.length - 1] = { is, text: last.text + part };
    else tokens.push({ is, text: part });
  };
  if ("code" in given) return push("code", text);
  for (const [place, line] of text.replaceAll("\r\n", "\n").split(/[\n\r]/).entries()) {
    if (place > 0) tokens.push({ is: "break" });
    push("text", line);
  }
}

function atomOf({ name, attrs, content }: TreeNode, within: Within): Token {
  const inTable = within === "table";
  const words = (attribute: string) => escaped(stringOf(attrs, attribute), { ...anywhere, inTable });
  const label = stringOf(attrs, "label");
  switch (name) {
    case "hardBreak":
      return { is: "break" };
    case "mention":
      return label === "" ? { is: "text", text: "" } : { is: "mention", text: `@${words("label")}` };
    case "taskReference":
      return label === "" || stringOf(attrs, "id") === "" ? { is: "text", text: label } : { is: "atom", text: `[${words("label")}](${destination(`ticket:${stringOf(attrs, "id")}`, inTable)})` };
    case "image": {
      const src = stringOf(attrs, "src");
      if (src === "") return { is: "text", text: stringOf(attrs, "alt") };
      return { is: "atom", text: `![${words("alt")}](${destination(src, inTable)}${title(stringOf(attrs, "title"), inTable)})` };
    }
    default:
      return { is: "text", text: content.map((part) => (isRuns(part) ? part.map(({ text }) => text).join("") : "")).join("") };
  }
}

const isDelimited = (mark: Mark): boolean => mark !== "link";

/**
 * A delimiter counts only beside a character that is no space. So spaces at the edges of a bold text are written outside of
 * it, and marks around nothing else are left out.
 */
function withSpacesOutside(tokens: readonly Token[]): Token[] {
  const out: Token[] = [];
  // The spaces that stand behind the marks which are being closed, the last one first.
  let behind: Token[] = [];
  const flush = () => {
    for (const space of behind.toReversed()) pushOutside(out, space);
    behind = [];
  };
  for (const token of tokens) {
    if (token.is === "close" && isDelimited(token.mark)) {
      takeSpaces(out, behind);
      const last = out.at(-1);
      if (last?.is === "open" && last.mark === token.mark) out.pop();
      else out.push(token);
    } else {
      flush();
      pushOutside(out, token);
    }
  }
  flush();
  return out;
}

/** Takes the spaces and line breaks from the end, the last one first. */
function takeSpaces(out: Token[], taken: Token[]): void {
  for (;;) {
    const last = out.at(-1);
    if (last?.is === "break") taken.push(last);
    else if (last?.is === "text" && isSpace(lastOf(last.text))) {
      const rest = last.text.replace(/\p{White_Space}+$/u, "");
      taken.push({ is: "text", text: last.text.slice(rest.length) });
      if (rest !== "") {
        out[out.length - 1] = { is: "text", text: rest };
        return;
      }
    } else return;
    out.pop();
  }
}

/** Adds a token, and moves spaces at the beginning of marked text in front of the marks. */
function pushOutside(out: Token[], token: Token): void {
  const text = token.is === "text" ? token.text.replace(/^\p{White_Space}+/u, "") : "";
  const space: Token | null = token.is === "break" ? token : token.is === "text" && text.length < token.text.length ? { is: "text", text: token.text.slice(0, token.text.length - text.length) } : null;
  if (space) {
    let from = out.length;
    for (let last = out[from - 1]; last?.is === "open" && isDelimited(last.mark); last = out[from - 1]) from -= 1;
    const opened = out.splice(from);
    pushMerged(out, space);
    out.push(...opened);
  }
  if (token.is === "text") {
    if (text !== "") pushMerged(out, { is: "text", text });
  } else if (token.is !== "break") pushMerged(out, token);
}

function pushMerged(out: Token[], token: Token): void {
  const last = out.at(-1);
  if (last?.is === "text" && token.is === "text") out[out.length - 1] = { is: "text", text: last.text + token.text };
  else out.push(token);
}

/**
 * The places of the tokens that open or close an italic text with `_`. An italic text has `_` beside an asterisk of another
 * mark, since three asterisks in a row can be read in several ways.
 */
function underscores(tokens: readonly Token[]): ReadonlySet<number> {
  const isBold = (token: Token | undefined) => (token?.is === "open" || token?.is === "close") && token.mark === "bold";
  const touches = (place: number) => isBold(tokens[place - 1]) || isBold(tokens[place + 1]);
  const found = new Set<number>();
  let opened: number | null = null;
  for (const [place, token] of tokens.entries()) {
    if ((token.is !== "open" && token.is !== "close") || token.mark !== "italic") continue;
    if (token.is === "open") opened = place;
    else if (opened !== null) {
      if (touches(opened) || touches(place)) found.add(opened).add(place);
      opened = null;
    }
  }
  return found;
}

class Writer {
  #out = "";
  /** The place and value of the last character of `#out`, if it is one of the text's own. */
  #lastText: { at: number; char: string } | null = null;
  /** The next character of text is written as an entity. */
  #encodeNext = false;
  /** The delimited marks that are open, each with whether its delimiters are left out. */
  readonly #dropped: boolean[] = [];
  readonly #tokens: readonly Token[];
  readonly #within: Within;
  readonly #underscores: ReadonlySet<number>;

  constructor(tokens: readonly Token[], within: Within) {
    this.#tokens = tokens;
    this.#within = within;
    this.#underscores = underscores(tokens);
  }

  write(): string {
    for (const [place, token] of this.#tokens.entries()) this.#one(token, place);
    this.#encodeTrailingSpace();
    if (this.#within === "heading" && this.#out.endsWith("#")) this.#out = `${this.#out.slice(0, -1)}\\#`;
    return this.#out;
  }

  #one(token: Token, place: number): void {
    const next = this.#tokens[place + 1];
    switch (token.is) {
      case "text":
        // `#text` sets the last character; all other tokens clear it.
        return this.#text(token.text, next !== undefined && next.is !== "break");
      case "code":
        this.#out += code(token.text, this.#within === "table");
        break;
      case "atom":
        this.#out += token.text;
        break;
      case "mention":
        this.#out += token.text;
        // Otherwise the next letter would be read as a part of the name.
        this.#encodeNext = next?.is === "text" && /^[\w.\-/]/.test(next.text);
        break;
      case "break":
        this.#lineBreak();
        break;
      case "open":
        if (token.mark === "link") this.#out += "[";
        else if (token.mark === "underline") this.#out += "<u>";
        else this.#open(token.mark, place);
        break;
      case "close":
        if (token.mark === "link") this.#closeLink(token.attributes);
        else if (token.mark === "underline") this.#out += "</u>";
        else this.#close(token.mark, place);
        break;
    }
    this.#lastText = null;
  }

  #atLineStart(): boolean {
    return this.#out === "" || this.#out.endsWith("\n");
  }

  #text(written: string, goesOn: boolean): void {
    let text = written;
    const first = firstOf(text);
    if (this.#encodeNext && first !== undefined) {
      this.#out += entity(first);
      this.#lastText = null;
      text = text.slice(first.length);
    }
    this.#encodeNext = false;
    const last = lastOf(text);
    if (last === undefined) return;
    const before = lastOf(this.#out);
    // Encoded, a lone letter behind a delimiter would be punctuation, and the delimiter would not count.
    const isBound = /[*~_]$/.test(this.#out) && text.length === last.length;
    const added = escaped(text, { inTable: this.#within === "table", before: before === "\n" ? undefined : before, atLineStart: this.#atLineStart(), goesOn });
    this.#out += added;
    // A single space at the begin of a line is an entity already.
    if (!added.endsWith(last) || isBound) {
      this.#lastText = null;
      return;
    }
    const at = this.#out.length - last.length;
    const escapes = /\\*$/.exec(this.#out.slice(0, at))?.[0].length ?? 0;
    this.#lastText = { at: escapes % 2 === 1 ? at - 1 : at, char: last };
  }

  /** Writes the last character of the text as an entity, so that punctuation stands before the next delimiter. */
  #encodeLast(): boolean {
    if (!this.#lastText) return false;
    const { at, char } = this.#lastText;
    this.#lastText = null;
    this.#out = this.#out.slice(0, at) + entity(char);
    return true;
  }

  #lineBreak(): void {
    if (this.#within === "table") this.#out += "<br>";
    else if (this.#within === "heading") this.#out += this.#atLineStart() ? "" : " ";
    else {
      if (this.#atLineStart()) this.#out += "\\";
      this.#encodeTrailingSpace();
      this.#out += "\n";
    }
  }

  /** Spaces at the end of a line would be lost, or be a line break. */
  #encodeTrailingSpace(): void {
    const last = lastOf(this.#out);
    if (last === undefined || last === "\n" || !isSpace(last)) return;
    this.#out = this.#out.slice(0, -last.length) + entity(last);
  }

  #closeLink(attributes: Attributes): void {
    const inTable = this.#within === "table";
    this.#out += `](${destination(stringOf(attributes, "href"), inTable)}${title(stringOf(attributes, "title"), inTable)})`;
  }

  #open(mark: Mark, place: number): void {
    const before = sideOf(lastOf(this.#out));
    const needsOpen = sideOf(this.#firstChar(place + 1)) !== "letter" || this.#underscores.has(place);
    const works = !needsOpen || isOpen(before) || this.#encodeLast();
    this.#dropped.push(!works);
    if (works) this.#delimiter(mark, place);
  }

  #close(mark: Mark, place: number): void {
    if (this.#dropped.pop()) return;
    const before = sideOf(lastOf(this.#out));
    const needsOpen = before !== "letter" || this.#underscores.has(place);
    this.#encodeNext = needsOpen && !isOpen(sideOf(this.#firstChar(place + 1)));
    this.#delimiter(mark, place);
  }

  #delimiter(mark: Mark, place: number): void {
    this.#out += mark === "bold" ? "**" : mark === "strike" ? "~~" : this.#underscores.has(place) ? "_" : "*";
  }

  /** The character that will follow a delimiter. */
  #firstChar(place: number): string | undefined {
    const token = this.#tokens[place];
    if (!token || token.is === "break") return undefined;
    switch (token.is) {
      case "text":
        return firstEscaped(token.text);
      case "code":
        return "`";
      case "atom":
      case "mention":
        return firstOf(token.text);
      default:
        if (token.mark === "link") return token.is === "open" ? "[" : "]";
        if (token.mark === "underline") return "<";
        if (token.mark === "strike") return "~";
        return this.#underscores.has(place) ? "_" : "*";
    }
  }
}
