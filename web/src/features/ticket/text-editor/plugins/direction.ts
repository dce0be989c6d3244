import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

const cache = new WeakMap<Node, DecorationSet>();

function directionsOf(doc: Node): DecorationSet {
  const known = cache.get(doc);
  if (known) return known;
  const found: Decoration[] = [];
  doc.descendants((node, pos) => {
    if (node.isBlock) found.push(Decoration.node(pos, pos + node.nodeSize, { dir: "auto" }));
    return !node.isTextblock;
  });
  const made = DecorationSet.create(doc, found);
  cache.set(doc, made);
  return made;
}

/** Each block has its own writing direction. The document does not store it, so this is no attribute. */
export const BlockDirections = Extension.create({
  name: "blockDirections",
  addProseMirrorPlugins: () => [new Plugin({ props: { decorations: ({ doc }) => directionsOf(doc) } })],
});
