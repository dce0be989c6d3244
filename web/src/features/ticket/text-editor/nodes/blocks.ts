import { t } from "@lingui/core/macro";
import { mergeAttributes, Node } from "@tiptap/core";
import { Code } from "@tiptap/extension-code";
import { Details, DetailsContent, DetailsSummary } from "@tiptap/extension-details";
import { Heading } from "@tiptap/extension-heading";
import { Link } from "@tiptap/extension-link";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { ReactNodeViewRenderer } from "@tiptap/react";
import type { CalloutKind } from "@/ui/callouts";
import { CalloutView } from "./CalloutView";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    callout: { toggleCallout: (kind: CalloutKind) => ReturnType };
  }
}

export const Callout = Node.create({
  name: "callout",
  group: "block",
  content: "block+",
  defining: true,
  addAttributes: () => ({
    kind: {
      default: "note",
      parseHTML: (element: HTMLElement) => element.dataset.callout ?? "note",
      renderHTML: ({ kind }: Record<string, unknown>) => ({ "data-callout": kind }),
    },
  }),
  parseHTML: () => [{ tag: "div[data-callout]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes(HTMLAttributes, { role: "note" }), 0],
  addNodeView: () => ReactNodeViewRenderer(CalloutView),
  addCommands() {
    return {
      toggleCallout:
        (kind) =>
        ({ commands }) =>
          commands.toggleWrap(this.name, { kind }),
    };
  },
});

/** A text stands below the titles of its page: `#` is the third level of the page, as in the text that is read. */
export const TextHeading = Heading.extend({
  parseHTML: () => [
    ...[1, 2, 3, 4, 5, 6].map((level) => ({ tag: `[data-level="${level}"]`, attrs: { level }, priority: 60 })),
    ...[1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
  ],
  renderHTML: ({ node, HTMLAttributes }) => {
    const level = Number(node.attrs.level);
    return [`h${Math.min(level, 3) + 2}`, mergeAttributes(HTMLAttributes, { "data-level": level }), 0];
  },
});

/** Code may be bold or a link, as in Markdown. */
export const TextCode = Code.extend({ excludes: "code" });

/** Only what the document stores of a link (TX18). */
export const TextLink = Link.extend({
  inclusive: false,
  addAttributes: () => ({
    href: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute("href") },
    title: { default: null },
  }),
}).configure({ openOnClick: false, autolink: true, linkOnPaste: true, defaultProtocol: "https", HTMLAttributes: { rel: "noopener noreferrer nofollow", target: "_blank" } });

/** A cell is one paragraph, as a row of a table in Markdown is one line. */
const cell = {
  content: "paragraph",
  addAttributes: () => ({
    colspan: { default: 1, parseHTML: () => 1 },
    rowspan: { default: 1, parseHTML: () => 1 },
    colwidth: { default: null, parseHTML: () => null },
    align: {
      default: null,
      parseHTML: (element: HTMLElement) => element.style.textAlign || null,
      renderHTML: ({ align }: Record<string, unknown>) => (typeof align === "string" ? { style: `text-align: ${align}` } : {}),
    },
  }),
};

export const tables = [Table.configure({ resizable: false, allowTableNodeSelection: true }), TableRow, TableHeader.extend(cell), TableCell.extend(cell)];

const details = () =>
  Details.configure({
    renderToggleButton: ({ element, isOpen }) => {
      element.setAttribute("aria-label", isOpen ? t`Collapse section` : t`Expand section`);
      element.setAttribute("aria-expanded", String(isOpen));
    },
  });

/** Whether a section is open is not a part of the document: each person opens it alone. */
export const collapsibles = () => [details(), DetailsSummary.extend({ content: "text*", marks: "" }), DetailsContent];
