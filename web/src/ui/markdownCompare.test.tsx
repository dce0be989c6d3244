import { render } from "@testing-library/react";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Markdown, MarkdownNodes } from "./Markdown";
import { compareMarkdown } from "./markdownCompare";
import type { Node } from "./markdownTree";

/** The comparison as text: `{+added+}`, `{-removed-}`. */
function written(nodes: readonly Node[]): string {
  return nodes
    .map((node): string => {
      if (node.is === "added") return `{+${written(node.children)}+}`;
      if (node.is === "removed") return `{-${written(node.children)}-}`;
      if (node.is === "lines") return node.lines.map(({ how, text }) => (how === "same" ? text : how === "added" ? `{+${text}+}` : `{-${text}-}`)).join("\n");
      if (node.is === "change") return `${node.how}(${written(node.children)})`;
      if ("text" in node) return node.text;
      if (node.is === "break") return "/";
      return "children" in node ? written(node.children) : `<${node.is}>`;
    })
    .join("");
}

const compared = (before: string, after: string) => written(compareMarkdown(before, after).nodes);

/** The comparison with the added or the removed words only, drawn as text. */
function side(before: string, after: string, left: "added" | "removed"): string {
  const { container } = render(<MarkdownNodes nodes={compareMarkdown(before, after).nodes} />);
  for (const gone of container.querySelectorAll(left === "added" ? "del" : "ins")) gone.remove();
  for (const unseen of container.querySelectorAll("ins > span:first-child, del > span:first-child, [aria-hidden]")) unseen.remove();
  return container.textContent.replaceAll(/\s+/g, "");
}

const drawn = (text: string) => {
  const { container } = render(<Markdown source={text} />);
  for (const unseen of container.querySelectorAll("[aria-hidden]")) unseen.remove();
  return container.textContent.replaceAll(/\s+/g, "");
};

describe("the comparison of two texts", () => {
  it("marks the words that differ", () => {
    expect(compared("One two three.", "One 2 three.")).toBe("changed(One {-two-}{+2+} three.)");
    expect(compared("Same.\n\nOne two.", "Same.\n\nOne two three.")).toBe("Same.changed(One two{+ three+}.)");
    expect(compared("Same.", "Same.")).toBe("Same.");
  });

  it("marks whole blocks that came or went", () => {
    expect(compared("One.\n\nTwo.", "One.\n\n# New\n\nTwo.")).toBe("One.added({+New+})Two.");
    expect(compared("One.\n\nGone away.\n\nTwo.", "One.\n\nTwo.")).toBe("One.removed({-Gone away.-})Two.");
    expect(compared("", "First words")).toBe("added({+First words+})");
  });

  it("joins changes with only a space between them", () => {
    expect(compared("keep the old words here and there", "keep some new words here and there")).toBe("changed(keep {-the old-}{+some new+} words here and there)");
  });

  it("compares items of lists, cells of tables and lines of code", () => {
    expect(compared("- one apple\n- two pears", "- one apple\n- two ripe pears\n- three")).toBe("changed(one appletwo {+ripe +}pears{+three+})");
    expect(compared("- [ ] measure it\n- [ ] mend", "- [x] measure it\n- [ ] mend")).toBe("changed({+measure it+}{-measure it-}mend)");
    expect(compared("|a|b|\n|-|-|\n|1|2|", "|a|b|\n|-|-|\n|1|3|")).toBe("changed(ab1{-2-}{+3+})");
    expect(compared("```rust\nlet a = 1;\nlet b = a;\n```", "```rust\nlet a = 2;\nlet b = a;\n```")).toBe("changed({-let a = 1;-}\n{+let a = 2;+}\nlet b = a;)");
  });

  it("keeps callouts, marks and links around the words", () => {
    expect(compared("> [!NOTE]\n> Mind the gap", "> [!NOTE]\n> Mind the step")).toBe("changed([!NOTE]/Mind the {-gap-}{+step+})");
    const { container } = render(<MarkdownNodes nodes={compareMarkdown("x", "x\n\n> [!WARNING]\n> Every **key** changes").nodes} />);
    expect(container.querySelector('[data-callout="warning"] ins strong')?.textContent).toBe("key");
    expect(container.textContent).not.toContain("[!WARNING]");
    const link = render(<MarkdownNodes nodes={compareMarkdown("See [the old draft](https://a.example)", "See [the new draft](https://a.example)").nodes} />);
    expect([...link.container.querySelectorAll("a")].every((a) => a.getAttribute("href") === "https://a.example/")).toBe(true);
  });

  it("counts the words", () => {
    const { added, removed } = compareMarkdown("One two three.\n\n- gone entirely", "One 2 3 three.");
    expect([added, removed]).toEqual([2, 3]);
  });

  it("says to screen readers what was added and removed", () => {
    const { container } = render(<MarkdownNodes nodes={compareMarkdown("One two", "One 2").nodes} />);
    expect([container.querySelector("del")?.textContent, container.querySelector("ins")?.textContent]).toEqual(["Removed: two", "Added: 2"]);
  });

  it("shows both texts whole, whatever they are", () => {
    const line = fc.constantFrom("# head", "one two three", "one 2 three", "- a b c", "- a x c", "> quote", "```\ncode\n```", "**bold** text", "- [ ] do", "|a|b|\n|-|-|\n|1|2|", "[ref](https://a.example)", "> [!TIP]\n> hint");
    const text = fc.array(line, { maxLength: 6 }).map((all) => all.join("\n\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(side(before, after, "added")).toBe(drawn(after));
      }),
      { numRuns: 60 },
    );
  });

  it("compares texts that are too complex to format line by line", () => {
    const deep = ">".repeat(6_000);
    expect(compared(deep, `${deep}\nmore`)).toContain("{+more+}");
  });
});
