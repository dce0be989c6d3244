import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { createLowlight, type LanguageFn } from "lowlight";

type Fetch = () => Promise<{ default: LanguageFn }>;

/** The languages that are coloured. Each is fetched when a code block names it. */
const languages: Readonly<Record<string, Fetch>> = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  css: () => import("highlight.js/lib/languages/css"),
  diff: () => import("highlight.js/lib/languages/diff"),
  go: () => import("highlight.js/lib/languages/go"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  markdown: () => import("highlight.js/lib/languages/markdown"),
  python: () => import("highlight.js/lib/languages/python"),
  rust: () => import("highlight.js/lib/languages/rust"),
  sql: () => import("highlight.js/lib/languages/sql"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
};

const otherNames: Readonly<Record<string, string>> = { sh: "bash", shell: "bash", js: "javascript", jsx: "javascript", ts: "typescript", tsx: "typescript", py: "python", rs: "rust", html: "xml", yml: "yaml", md: "markdown", "c++": "cpp" };

export const languageNames = Object.keys(languages);

/** Longer code stays without colours, so that typing in it stays fast. */
const maxChars = 20_000;

const lowlight = createLowlight();
const key = new PluginKey<DecorationSet>("highlight");
const asked = new Set<string>();

const languageOf = (block: Node): string | null => {
  const named = String(block.attrs.language ?? "").toLowerCase();
  const language = otherNames[named] ?? named;
  return Object.hasOwn(languages, language) ? language : null;
};

interface Part {
  type: string;
  value?: string;
  properties?: { className?: string[] };
  children?: Part[];
}

const cache = new WeakMap<Node, { language: string; parts: { from: number; to: number; className: string }[] }>();

/** The coloured parts of a code block, relative to its beginning. */
function partsOf(block: Node, language: string): { from: number; to: number; className: string }[] {
  const known = cache.get(block);
  if (known?.language === language) return known.parts;
  const parts: { from: number; to: number; className: string }[] = [];
  let at = 0;
  const walk = (nodes: readonly Part[], className: string) => {
    for (const node of nodes) {
      if (node.type === "text") {
        const to = at + (node.value ?? "").length;
        if (className !== "") parts.push({ from: at, to, className });
        at = to;
      } else walk(node.children ?? [], node.properties?.className?.join(" ") ?? className);
    }
  };
  walk(lowlight.highlight(language, block.textContent).children as Part[], "");
  cache.set(block, { language, parts });
  return parts;
}

function coloursOf(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name !== "codeBlock") return !node.isTextblock;
    const language = languageOf(node);
    if (language !== null && lowlight.registered(language) && node.content.size <= maxChars)
      for (const { from, to, className } of partsOf(node, language)) found.push(Decoration.inline(pos + 1 + from, pos + 1 + to, { class: className }));
    return false;
  });
  return DecorationSet.create(doc, found);
}

/** Fetches the languages that the document names, and colours the blocks again when one arrives. */
function fetchLanguages(view: EditorView): void {
  view.state.doc.descendants((node) => {
    const language = node.type.name === "codeBlock" ? languageOf(node) : null;
    if (language !== null && !lowlight.registered(language) && !asked.has(language)) {
      asked.add(language);
      const arrive = ({ default: grammar }: { default: LanguageFn }) => {
        lowlight.register(language, grammar);
        if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, true));
      };
      // Without the network the code has no colours; the next block with this language asks again.
      languages[language]?.().then(arrive, () => asked.delete(language));
    }
    return !node.isTextblock;
  });
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
