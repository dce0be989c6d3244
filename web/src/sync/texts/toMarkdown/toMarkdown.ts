/*
 * Writes blocks as Markdown. The rules are those of the node (`actors/src/domain/rich_text/markdown/write.rs`), which writes
 * descriptions; a page writes comments.
 */
import { isRuns, type TreeNode } from "../treeNode";
import { longestRun } from "./escape";
import { writeInline } from "./inline";

/** Ends without a line break; no blocks are an empty text. */
export const markdownOf = (blocks: readonly TreeNode[]): string => writeBlocks(blocks, false);

const elementsOf = ({ content }: TreeNode): TreeNode[] => content.filter((part): part is TreeNode => !isRuns(part));

/** Writes blocks with an empty line between them. `inItem` is true for the blocks of an item of a list. */
function writeBlocks(blocks: readonly TreeNode[], inItem: boolean): string {
  let out = "";
  let before: TreeNode | undefined;
  // True if the list before has the second marker of its kind.
  let second = false;
  for (const block of blocks) {
    if (isBlank(block)) continue;
    second = before !== undefined && shareMarkers(before, block) && !second;
    const text = writeBlock(block, second, inItem && out === "");
    if (text === "") continue;
    if (before) out += inItem && before.name === "paragraph" && followsTightly(block) ? "\n" : "\n\n";
    out += text;
    before = block;
  }
  return out;
}

/** A paragraph of which Markdown shows nothing. */
const isBlank = (block: TreeNode): boolean =>
  block.name === "paragraph" && block.content.every((part) => (isRuns(part) ? part.every(({ text }) => /^[\n\r]*$/.test(text)) : part.name === "hardBreak"));

const isList = ({ name }: TreeNode): boolean => name === "bulletList" || name === "orderedList" || name === "taskList";
const isOrdered = ({ name }: TreeNode): boolean => name === "orderedList";

/** Two lists of one kind in a row would be read as one list, so the second one has other markers. */
const shareMarkers = (before: TreeNode, after: TreeNode): boolean => isList(before) && isList(after) && isOrdered(before) === isOrdered(after);

const startOf = ({ attrs }: TreeNode): number => (typeof attrs.start === "number" ? attrs.start : 1);

/** A list that may interrupt a paragraph: bullets or numbers from 1, and the first item begins with text. */
function followsTightly(block: TreeNode): boolean {
  if (!isList(block) || (isOrdered(block) && startOf(block) !== 1) || !isTight(block)) return false;
  const [item] = elementsOf(block);
  const [first] = item ? elementsOf(item) : [];
  return first?.name === "paragraph" && !isBlank(first);
}

/** True if the items of a list need no empty line between them: each holds a paragraph, and then at most one list. */
function isTight(list: TreeNode): boolean {
  return elementsOf(list).every((item) => {
    const [first, second, ...rest] = elementsOf(item).filter((block) => !isBlank(block));
    if (!first) return true;
    if (!second) return first.name === "paragraph" || (isList(first) && isTight(first));
    return rest.length === 0 && first.name === "paragraph" && followsTightly(second);
  });
}

const plainText = ({ content }: TreeNode): string => content.map((part) => (isRuns(part) ? part.map(({ text }) => text).join("") : plainText(part))).join("");

const nested = (block: TreeNode): string => writeBlocks(elementsOf(block), false);

function writeBlock(block: TreeNode, second: boolean, beginsItem: boolean): string {
  switch (block.name) {
    case "paragraph":
      return writeInline(block.content, "paragraph");
    case "heading":
      return `${"#".repeat(typeof block.attrs.level === "number" ? block.attrs.level : 1)} ${writeInline(block.content, "heading")}`.trimEnd();
    case "blockquote":
      return prefixed(nested(block), "> ", "> ");
    case "callout":
      return prefixed(calloutText(block), "> ", "> ");
    case "bulletList":
    case "taskList":
    case "orderedList":
      return writeList(block, second);
    case "codeBlock":
      return writeCode(block);
    case "horizontalRule":
      // `- ---` would be read as a rule and not as an item with a rule.
      return beginsItem ? "***" : "---";
    case "table":
      return writeTable(block);
    case "details":
      return writeDetails(block);
    default:
      return plainText(block);
  }
}

function calloutText(block: TreeNode): string {
  const kind = `[!${(typeof block.attrs.kind === "string" ? block.attrs.kind : "note").toUpperCase()}]`;
  const text = nested(block);
  if (text === "") return kind;
  // A line behind the kind is read like one behind a paragraph, which few blocks may interrupt.
  const first = elementsOf(block).find((one) => !isBlank(one));
  return first && (first.name === "paragraph" || followsTightly(first)) ? `${kind}\n${text}` : `${kind}\n\n${text}`;
}

function writeList(list: TreeNode, second: boolean): string {
  const start = startOf(list);
  const items = elementsOf(list).map((item, place) => {
    const marker = isOrdered(list) ? `${Math.min(start + place, 999_999_999)}${second ? ")" : "."} ` : second ? "* " : "- ";
    let text = writeBlocks(elementsOf(item), true);
    const first = elementsOf(item).find((one) => !isBlank(one));
    const [line = ""] = text.split("\n", 1);
    // Three hyphens in a line would be a rule.
    if (marker === "- " && /^[- ]*-[- ]*-[- ]*$/.test(line)) text = `${line} &#32;${text.slice(line.length)}`;
    // Asterisks behind an asterisk would be one rule without a list.
    if (marker === "* " && first?.name === "horizontalRule") text = `---${text.slice(3)}`;
    if (list.name === "taskList") {
      const check = item.attrs.checked === true ? "[x]" : "[ ]";
      // Behind a checkbox, only a paragraph may follow in the same line.
      text = text === "" ? `${check} &#32;` : first?.name === "paragraph" ? `${check} ${text}` : `${check} &#32;\n\n${text}`;
    }
    return prefixed(text, marker, " ".repeat(marker.length)).trimEnd();
  });
  return items.join(isTight(list) ? "\n" : "\n\n");
}

/** Puts a text before each line. */
const prefixed = (text: string, first: string, others: string): string =>
  text
    .split("\n")
    .map((line, place) => {
      const prefix = place === 0 ? first : others;
      return line === "" ? prefix.trimEnd() : prefix + line;
    })
    .join("\n");

function writeCode(block: TreeNode): string {
  const text = plainText(block).replace(/\r\n?/g, "\n");
  const fence = "`".repeat(Math.max(longestRun(text, /`+/g), 2) + 1);
  return `${fence}${typeof block.attrs.language === "string" ? block.attrs.language : ""}\n${text}${text === "" ? "" : "\n"}${fence}`;
}

function writeDetails(block: TreeNode): string {
  const part = (name: string) => elementsOf(block).find((one) => one.name === name);
  const summary = part("detailsSummary");
  const words = (summary ? plainText(summary) : "").replace(/[\n\r]/g, " ").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const inside = part("detailsContent");
  const content = inside ? nested(inside) : "";
  return `<details>\n<summary>${words.trim()}</summary>\n\n${content === "" ? "" : `${content}\n\n`}</details>`;
}

/** The first row is the head. Paragraphs of a cell have a `<br>` between them. */
function writeTable(table: TreeNode): string {
  const rows = elementsOf(table).map(elementsOf);
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const [head] = rows;
  if (!head || columns === 0) return "";
  const places = Array.from({ length: columns }, (_, place) => place);
  const rules: Record<string, string> = { left: ":---", center: ":---:", right: "---:" };
  const lines = rows.map((row) => lineOf(places.map((place) => (row[place] ? writeCell(row[place]) : ""))));
  lines.splice(1, 0, lineOf(places.map((place) => rules[String(head[place]?.attrs.align)] ?? "---")));
  return lines.join("\n");
}

const lineOf = (cells: readonly string[]): string => `|${cells.map((cell) => (cell === "" ? " |" : ` ${cell} |`)).join("")}`;

const writeCell = (cell: TreeNode): string =>
  elementsOf(cell)
    .map(({ content }) => writeInline(content, "table"))
    .filter((text) => text !== "")
    .join("<br>");
