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
const asked = new Map<string, Promise<boolean>>();

/** The language that a code block names, if its code can be coloured; else null. */
export function languageNamed(name: string | null | undefined): string | null {
  const named = (name ?? "").toLowerCase();
  const language = otherNames[named] ?? named;
  return Object.hasOwn(languages, language) ? language : null;
}

export const hasArrived = (language: string): boolean => lowlight.registered(language);

/** Fetches a language. False if it has not come, because there is no network: the next call fetches it again. */
export function fetchLanguage(language: string): Promise<boolean> {
  const fetching = asked.get(language) ?? languages[language]?.().then(
    ({ default: grammar }) => {
      lowlight.register(language, grammar);
      return true;
    },
    () => {
      asked.delete(language);
      return false;
    },
  );
  if (!fetching) return Promise.resolve(false);
  asked.set(language, fetching);
  return fetching;
}

interface Part {
  type: string;
  value?: string;
  properties?: { className?: string[] };
  children?: Part[];
}

/** A coloured part of a code, by its offsets. */
export interface ColouredPart {
  from: number;
  to: number;
  className: string;
}

/** The coloured parts of a code in a language that has arrived. */
export function partsOf(code: string, language: string): ColouredPart[] {
  const parts: ColouredPart[] = [];
  if (!hasArrived(language) || code.length > maxChars) return parts;
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
  walk(lowlight.highlight(language, code).children as Part[], "");
  return parts;
}

/** A code in pieces, of which some are coloured. */
export function piecesOf(code: string, language: string): { from: number; text: string; className: string | null }[] {
  const pieces: ReturnType<typeof piecesOf> = [];
  let at = 0;
  const add = (to: number, className: string | null) => {
    if (to > at) pieces.push({ from: at, text: code.slice(at, to), className });
    at = to;
  };
  for (const { from, to, className } of partsOf(code, language)) {
    add(from, null);
    add(to, className);
  }
  add(code.length, null);
  return pieces;
}
