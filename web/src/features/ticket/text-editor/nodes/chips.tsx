import { t } from "@lingui/core/macro";
import { mergeAttributes, Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { NodeViewWrapper, ReactNodeViewRenderer, type NodeViewProps } from "@tiptap/react";
import { allowedLine, allowedNumber, isAllowedPicture, isId, isUsername } from "@/sync/texts/allowedValues";
import { Mention, ReferredTicket } from "../../TicketText";
import { TextImage } from "../../TextImage";
import styles from "../TextEditor.module.css";

const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === null ? {} : { [`data-${name}`]: attributes[name] }),
});

function PersonChip({ node }: NodeViewProps) {
  return (
    <NodeViewWrapper as="span" className={styles.chip}>
      <Mention id={String(node.attrs.id)} text={`@${String(node.attrs.label ?? "")}`} />
    </NodeViewWrapper>
  );
}

/** A person who is named in the text (IN5). */
export const PersonMention = Node.create({
  name: "mention",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({
    id: attribute("id"),
    label: attribute("label"),
    mentionSuggestionChar: { default: "@", rendered: false },
  }),
  parseHTML: () => [{ tag: 'span[data-type="mention"]', getAttrs: (element) => isId(element.dataset.id) && isUsername(element.dataset.label) && null }],
  renderHTML: ({ node, HTMLAttributes }) => ["span", mergeAttributes({ "data-type": "mention" }, HTMLAttributes), `@${String(node.attrs.label ?? "")}`],
  renderText: ({ node }) => `@${String(node.attrs.label ?? "")}`,
  addNodeView: () => ReactNodeViewRenderer(PersonChip, { as: "span" }),
});

function TicketChip({ node }: NodeViewProps) {
  return (
    <NodeViewWrapper as="span" className={styles.chip}>
      <ReferredTicket id={String(node.attrs.id)} text={String(node.attrs.label ?? t`Task`)} />
    </NodeViewWrapper>
  );
}

/** A task that is named in the text, with its present status and key. */
export const TicketReference = Node.create({
  name: "taskReference",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ id: attribute("id"), label: attribute("label") }),
  parseHTML: () => [{ tag: 'span[data-type="task"]', getAttrs: (element) => isId(element.dataset.id) && allowedLine(element.dataset.label, 50) === element.dataset.label && null }],
  renderHTML: ({ node, HTMLAttributes }) => ["span", mergeAttributes({ "data-type": "task" }, HTMLAttributes), String(node.attrs.label ?? "")],
  renderText: ({ node }) => String(node.attrs.label ?? ""),
  addNodeView: () => ReactNodeViewRenderer(TicketChip, { as: "span" }),
});

function Picture({ node, selected }: NodeViewProps) {
  return (
    <NodeViewWrapper as="span" className={styles.picture} data-selected={selected || undefined}>
      <TextImage href={String(node.attrs.src ?? "")} text={String(node.attrs.alt ?? "")} />
    </NodeViewWrapper>
  );
}

/** A picture or another file of the ticket within the text. Pictures of other servers are links: reading contacts no other server. */
export const InlineImage = Image.extend({
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null, parseHTML: (element: HTMLElement) => allowedLine(element.getAttribute("alt")) },
    title: { default: null, parseHTML: (element: HTMLElement) => allowedLine(element.getAttribute("title")) },
    width: { default: null, parseHTML: (element: HTMLElement) => allowedNumber(element.getAttribute("width"), 1, 10_000) },
    height: { default: null, parseHTML: (element: HTMLElement) => allowedNumber(element.getAttribute("height"), 1, 10_000) },
    href: { default: null, parseHTML: () => null, rendered: false },
  }),
  parseHTML: () => [{ tag: "img[src]", getAttrs: (element) => isAllowedPicture(element.getAttribute("src")) && null }],
  addNodeView: () => ReactNodeViewRenderer(Picture, { as: "span" }),
}).configure({ inline: true });
