import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxDepth, maxParts, maxSteps, readMarkdown, type Node, type Task } from "./markdownTree";

const size = 100_000;
const fill = (piece: string, length = size) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

function measure(nodes: readonly Node[]): { depth: number; parts: number } {
  let [depth, parts] = [0, 0];
  const waiting: { node: Node; at: number }[] = nodes.map((node) => ({ node, at: 1 }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    depth = Math.max(depth, next.at);
    parts += 1;
    if ("children" in next.node) for (const node of next.node.children) waiting.push({ node, at: next.at + 1 });
  }
  return { depth, parts };
}

/** Reads a text, and fails if the work exceeds its limit. */
function bounded(source: string) {
  const { tree, spent } = readMarkdown(source);
  expect(spent.steps).toBeLessThanOrEqual(maxSteps + 1);
  if (tree === null) return spent;
  const { depth, parts } = measure(tree);
  expect(depth).toBeLessThanOrEqual(maxDepth);
  expect(parts).toBeLessThanOrEqual(maxParts);
  return spent;
}

describe("a text that is made to be hard to read", () => {
  const deep = Array.from({ length: 400 }, (_, level) => `${" ".repeat(level * 2)}- a`).join("\n");
  const ticks = Array.from({ length: 440 }, (_, run) => "`".repeat(run + 1)).join("a");
  const wide = `${fill("|a", 2_000)}|\n${fill("|-", 2_000)}|\n${fill("|\n", 60_000)}`;
  it.each([
    ["6 kB of quote marks", fill(">", 6_000)],
    ["one long word before an @", `${"a".repeat(99_990)}@`],
    ["addresses without an end", fill("a@")],
    ["dots before an @", `${fill("a.")}@`],
    ["quotes", fill("> ")],
    ["quotes and lists in each other", fill("> - ")],
    ["numbered lists and quotes in each other", fill("1. > ")],
    ["stars", fill("*")],
    ["emphasis that opens and never closes", fill("*a **a ")],
    ["emphasis within emphasis", `${fill("*a _", 50_000)}${fill("_ a*", 50_000)}`],
    ["stars within words", fill("a**b")],
    ["underscores", fill("_a")],
    ["tildes", fill("~~a ~b ")],
    ["brackets that open", fill("[")],
    ["images that open", fill("![")],
    ["links in links", fill("[a](")],
    ["links in images", fill("![[](")],
    ["brackets in pairs", `${fill("[", 50_000)}${fill("]", 50_000)}`],
    ["definitions", fill("[a]: b\n")],
    ["backticks of every length", ticks],
    ["a backtick before each letter", fill("`a")],
    ["a table of 2,000 columns and empty lines", wide],
    ["a table of many lines", `|a|b|\n|-|-|\n${fill("|1|2|\n")}`],
    ["a deep list", deep],
    ["empty items", fill("-\n")],
    ["list marks on one line", fill("- ")],
    ["tags that open", fill("<a ")],
    ["comments that open", fill("a <!--")],
    ["comments that open on lines of their own", fill("> <!--\n\n")],
    ["entities", fill("&amp;")],
    ["headings that end", `# a${fill(" #")}`],
    ["spaces", `a${fill(" ")}b`],
    ["exclamation marks", fill("!")],
    ["lines", fill("a\n")],
    ["references", fill("#1 ")],
  ])("stays within the bounds: %s", (_, source) => {
    const { steps } = bounded(source);
    expect(steps).toBeGreaterThan(0);
  });

  it("stays within the bounds for any mixture of marks", () => {
    const mark = fc.constantFrom(..."*_~`[]()<>!|-#+&;:\\\"'@. \n\t", "  \n", "\n\n", "> ", "- ", "1. ", "```\n", "|-|\n", "<!--", "-->", "](", "http://", "a", "[ ] ");
    const pieces = fc.array(fc.array(mark, { minLength: 1, maxLength: 12 }).map((marks) => marks.join("")), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(pieces, (several) => void bounded(several.map((piece) => fill(piece, size / several.length)).join(""))),
      { numRuns: 25, seed: 20_261_122 },
    );
  }, 120_000);

  it("takes steps that grow with its length, and no faster", () => {
    const piece = fc.array(fc.constantFrom(..."*_~`[]()<>!|-#a \n"), { minLength: 1, maxLength: 6 }).map((marks) => marks.join(""));
    fc.assert(
      fc.property(piece, (one) => {
        const [short, long] = [500, 4_000].map((length) => readMarkdown(fill(one, length)).spent.steps);
        // Eight times the text takes eight times the steps, plus a few fixed ones.
        expect(long).toBeLessThanOrEqual((short ?? 0) * 10 + 100);
      }),
      { numRuns: 100, seed: 6 },
    );
  }, 120_000);

  it("is left as plain text where it nests too deep, rather than read in part", () => {
    expect(readMarkdown(`${"> ".repeat(maxDepth + 2)}a`).tree).toBeNull();
    expect(readMarkdown(`${"> ".repeat(maxDepth / 2)}a`).tree).not.toBeNull();
  });
});

describe("a checkbox in a text", () => {
  const tasks = (source: string) => {
    const found: Task[] = [];
    const walk = (nodes: readonly Node[] | null) =>
      nodes?.forEach((node) => {
        if (node.is === "item" && node.task) found.push(node.task);
        if ("children" in node) walk(node.children);
      });
    walk(readMarkdown(source).tree);
    return found;
  };
  const source = "Before\n\n- [ ] one\n  - [x] two\n\n> 1. [X] three\n\n```\n- [ ] code\n```\n- [ ]none\n- not [ ] here";

  it("is known by its place among the checkboxes of the text", () => {
    expect(tasks(source)).toEqual([
      { checked: false, nth: 0 },
      { checked: true, nth: 1 },
      { checked: true, nth: 2 },
    ]);
  });

  it("may be followed by marked words, but not by nothing", () => {
    expect(tasks("- [ ] **bold**\n- [x] [a link](https://a.example/)\n- [ ] `code`\n- [ ] ").map(({ checked }) => checked)).toEqual([false, true, false]);
  });
});

it("leaves out comments that templates leave behind, and nothing else", () => {
  const text = (source: string) => JSON.stringify(readMarkdown(source).tree);
  expect(text("a\n\n<!--\nPlease\n\nread\n-->\n\nb")).toBe(text("a\n\nb"));
  expect(text("a <!-- b --> c")).not.toContain("b");
  expect(text("`<!-- b -->`")).toContain("<!-- b -->");
  expect(text("a <!-- b")).toContain("<!-- b");
});
