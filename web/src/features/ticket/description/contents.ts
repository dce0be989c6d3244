import { readMarkdown, type Node } from "@/ui/markdownTree";

export interface Heading {
  /** How far it is indented: 0 for the highest level of the text. */
  indent: number;
  words: string;
}

const wordsOf = (nodes: readonly Node[]): string =>
  nodes.map((node) => ("text" in node ? node.text : "children" in node ? wordsOf(node.children) : " ")).join("");

/** The headings of a text in the order in which they are drawn. */
export function headingsOf(text: string): Heading[] {
  const found: { level: number; words: string }[] = [];
  const walk = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if (node.is === "heading") found.push({ level: node.depth, words: wordsOf(node.children).trim() });
      else if ("children" in node) walk(node.children);
    }
  };
  walk(readMarkdown(text).tree ?? []);
  const levels = [...new Set(found.map(({ level }) => level))].toSorted((a, b) => a - b);
  return found.map(({ level, words }) => ({ indent: levels.indexOf(level), words }));
}
