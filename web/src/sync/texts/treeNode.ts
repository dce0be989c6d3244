/** A piece of text with its marks. */
export interface Run {
  text: string;
  marks: Readonly<Record<string, unknown>>;
}

/** A node of a document as plain data. Two nodes with equal data have equal JSON (`keyOf`). */
export interface TreeNode {
  name: string;
  attrs: Readonly<Record<string, unknown>>;
  content: readonly (TreeNode | readonly Run[])[];
}

export const sorted = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

export const isRuns = (part: TreeNode | readonly Run[]): part is readonly Run[] => Array.isArray(part);

export const node = (name: string, attrs: Record<string, unknown> = {}, content: TreeNode["content"] = []): TreeNode => ({ name, attrs: sorted(attrs), content });

/** Equal for equal blocks, and different for others. */
export const keyOf = (block: TreeNode): string => JSON.stringify(block);

/** The text of blocks, a line for each. */
export function wordsOf(blocks: TreeNode["content"]): string {
  const lines: string[] = [];
  const walk = (part: TreeNode | readonly Run[]): string => {
    if (isRuns(part)) return part.map(({ text }) => text).join("");
    if (part.name === "hardBreak") return "\n";
    if (part.name === "mention") return `@${String(part.attrs.label ?? "")}`;
    if (part.name === "taskReference") return String(part.attrs.label ?? "");
    const inline = part.content.every((child) => isRuns(child) || inlines.has(child.name));
    const words = part.content.map(walk);
    if (!inline) return "";
    lines.push(words.join(""));
    return "";
  };
  for (const block of blocks) walk(block);
  return lines.join("\n").trim();
}

const inlines: ReadonlySet<string> = new Set(["hardBreak", "image", "mention", "taskReference"]);
