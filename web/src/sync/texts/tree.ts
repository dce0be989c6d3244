import * as Y from "yjs";

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

/** The root of a document (TX18). */
export const rootOf = (doc: Y.Doc): Y.XmlFragment => doc.getXmlFragment("default");

const sorted = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

const isRuns = (part: TreeNode | readonly Run[]): part is readonly Run[] => Array.isArray(part);

export const node = (name: string, attrs: Record<string, unknown> = {}, content: TreeNode["content"] = []): TreeNode => ({ name, attrs: sorted(attrs), content });

/** The blocks of a document. */
export const treeOf = (doc: Y.Doc): TreeNode[] => childrenOf(rootOf(doc)).filter((part): part is TreeNode => !isRuns(part));

function childrenOf(parent: Y.XmlFragment): (TreeNode | readonly Run[])[] {
  return parent.toArray().flatMap((child): (TreeNode | readonly Run[])[] => {
    if (child instanceof Y.XmlElement) return [{ name: child.nodeName, attrs: sorted(child.getAttributes()), content: childrenOf(child) }];
    if (child instanceof Y.XmlText) return [runsOf(child)];
    return [];
  });
}

function runsOf(text: Y.XmlText): Run[] {
  const delta = text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[];
  return delta.flatMap(({ insert, attributes = {} }) => (typeof insert === "string" ? [{ text: insert, marks: marksOf(attributes) }] : []));
}

/** y-prosemirror writes the empty attributes of a mark too. */
const marksOf = (attributes: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sorted(attributes)).map(([name, value]) => {
      const given = typeof value === "object" && value !== null ? Object.entries(value).filter(([, part]) => part !== "") : [];
      return [name, sorted(Object.fromEntries(given))];
    }),
  );

/** Equal for equal blocks, and different for others. */
export const keyOf = (block: TreeNode): string => JSON.stringify(block);

/** Makes the Yjs types of blocks, which are not part of a document yet. */
export const elementsOf = (blocks: TreeNode["content"]): (Y.XmlElement | Y.XmlText)[] =>
  blocks.map((block) => {
    if (isRuns(block)) {
      const text = new Y.XmlText();
      text.applyDelta(block.map(({ text: insert, marks }) => ({ insert, attributes: marks })));
      return text;
    }
    const element = new Y.XmlElement(block.name);
    // Values that are not strings are stored as they are, as y-prosemirror does.
    for (const [name, value] of Object.entries(block.attrs)) element.setAttribute(name, value as string);
    element.insert(0, elementsOf(block.content));
    return element;
  });

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
