import { t } from "@lingui/core/macro";
import { mergeAttributes, Node } from "@tiptap/core";
import { Code } from "@tiptap/extension-code";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Details, DetailsContent, DetailsSummary } from "@tiptap/extension-details";
import { Heading } from "@tiptap/extension-heading";
import { Link } from "@tiptap/extension-link";
import { OrderedList } from "@tiptap/extension-list";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { ReactNodeViewRenderer } from "@tiptap/react";
import { allowedLanguage, allowedLine, allowedNumber, isAllowedAddress } from "@/sync/texts/allowedValues";
import { isCalloutKind, type CalloutKind } from "@/ui/callouts";
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
      parseHTML: (element: HTMLElement) => (isCalloutKind(element.dataset.callout) ? element.dataset.callout : "note"),
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

/** An address that a person types may lack its scheme, which the link then adds. */
const isLinkable = (address: string) => isAllowedAddress(address) || /^(?:[\w.+-]+@)?[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?$/.test(address);

/** Only what the document stores of a link. Without a title, the title is an empty text: y-prosemirror would write null. */
export const TextLink = Link.extend({
  inclusive: false,
  parseHTML: () => [{ tag: "a[href]", getAttrs: (element) => isAllowedAddress(element.getAttribute("href")) && null }],
  addAttributes: () => ({
    href: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute("href") },
    title: {
      default: "",
      parseHTML: (element: HTMLElement) => allowedLine(element.getAttribute("title")) ?? "",
      renderHTML: ({ title }: Record<string, unknown>) => (title === "" ? {} : { title }),
    },
  }),
}).configure({
  openOnClick: false,
  autolink: true,
  linkOnPaste: true,
  defaultProtocol: "https",
  isAllowedUri: isLinkable,
  HTMLAttributes: { rel: "noopener noreferrer nofollow", target: "_blank" },
});

export const NumberedList = OrderedList.extend({
  addAttributes: () => ({
    start: {
      default: 1,
      parseHTML: (element: HTMLElement) => allowedNumber(element.getAttribute("start"), 0, 999_999_999) ?? 1,
      renderHTML: ({ start }: Record<string, unknown>) => (start === 1 ? {} : { start }),
    },
    type: { default: null, parseHTML: () => null, rendered: false },
  }),
});

export const TextCodeBlock = CodeBlock.extend({
  addAttributes: () => ({
    language: {
      default: null,
      parseHTML: (element: HTMLElement) =>
        allowedLanguage([...(element.firstElementChild?.classList ?? [])].find((name) => name.startsWith("language-"))?.slice("language-".length)),
      rendered: false,
    },
  }),
}).configure({ defaultLanguage: null, enableTabIndentation: true, tabSize: 2 });

/** A cell is one paragraph, as a row of a table in Markdown is one line. */
const cell = {
  content: "paragraph",
  addAttributes: () => ({
    colspan: { default: 1, parseHTML: () => 1 },
    rowspan: { default: 1, parseHTML: () => 1 },
    colwidth: { default: null, parseHTML: () => null },
    align: {
      default: null,
      parseHTML: (element: HTMLElement) => ["left", "center", "right"].find((side) => side === element.style.textAlign) ?? null,
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
