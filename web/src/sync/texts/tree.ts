import * as Y from "yjs";
import { isRuns, sorted, type Run, type TreeNode } from "./treeNode";

export { keyOf, node, wordsOf, type Run, type TreeNode } from "./treeNode";

/** The root of a document (TX18). */
export const rootOf = (doc: Y.Doc): Y.XmlFragment => doc.getXmlFragment("default");

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
