import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { fetchLanguage, hasArrived, languageNamed, partsOf, type ColouredPart } from "../code/languages";

const key = new PluginKey<DecorationSet>("highlight");

const languageOf = (block: Node): string | null => languageNamed(String(block.attrs.language ?? ""));

const cache = new WeakMap<Node, { language: string; parts: ColouredPart[] }>();

/** The coloured parts of a code block, relative to its beginning. */
function partsIn(block: Node, language: string): ColouredPart[] {
  const known = cache.get(block);
  if (known?.language === language) return known.parts;
  const parts = partsOf(block.textContent, language);
  cache.set(block, { language, parts });
  return parts;
}

function coloursOf(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name !== "codeBlock") return !node.isTextblock;
    const language = languageOf(node);
    if (language !== null && hasArrived(language))
      for (const { from, to, className } of partsIn(node, language)) found.push(Decoration.inline(pos + 1 + from, pos + 1 + to, { class: className }));
    return false;
  });
  return DecorationSet.create(doc, found);
}

/** Fetches the languages that the document names, and colours the blocks again when one arrives. */
function fetchLanguages(view: EditorView): void {
  const missing = new Set<string>();
  view.state.doc.descendants((node) => {
    const language = node.type.name === "codeBlock" ? languageOf(node) : null;
    if (language !== null && !hasArrived(language)) missing.add(language);
    return !node.isTextblock;
  });
  const arrive = (arrived: boolean) => arrived && !view.isDestroyed && view.dispatch(view.state.tr.setMeta(key, true));
  for (const language of missing) void fetchLanguage(language).then(arrive);
}

/** Colours the code of code blocks. */
export const Highlight = Extension.create({
  name: "highlight",
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: (_, { doc }) => coloursOf(doc),
        apply: (tr, before) => (tr.docChanged || tr.getMeta(key) !== undefined ? coloursOf(tr.doc) : before),
      },
      props: { decorations: (state) => key.getState(state) },
      view: (view) => {
        fetchLanguages(view);
        return { update: (now, before) => void (now.state.doc !== before.doc && fetchLanguages(now)) };
      },
    }),
  ],
});
