import { t } from "@lingui/core/macro";
import { mergeAttributes, Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { NodeViewWrapper, ReactNodeViewRenderer, type NodeViewProps } from "@tiptap/react";
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
  parseHTML: () => [{ tag: 'span[data-type="mention"]' }],
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
  parseHTML: () => [{ tag: 'span[data-type="task"]' }],
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
  addAttributes() {
    return { ...this.parent?.(), href: { default: null, rendered: false } };
  },
  addNodeView: () => ReactNodeViewRenderer(Picture, { as: "span" }),
}).configure({ inline: true });
