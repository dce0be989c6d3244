import { t } from "@lingui/core/macro";
import { Fragment, memo, useMemo, type ReactNode } from "react";
import { cx } from "@/lib/cx";
import { say } from "@/words/i18n";
import { calloutIcons, calloutNames, isCalloutKind } from "./callouts";
import { CheckMark } from "./Checkbox";
import "./fonts.css";
import { Icon } from "./Icon";
import styles from "./Markdown.module.css";
import { linkedTicket, safeHref, splitLinks, splitReferences, type BareLink, type Reference } from "./markdownText";
import { calloutIn, readMarkdown, type Compared, type Node, type Task } from "./markdownTree";
import { PlainText } from "./PlainText";

/** Draws a reference, or returns null if the reference leads nowhere; then it stays text. */
export type ReferenceResolver = (reference: Reference) => ReactNode;

interface MarkdownProps {
  source: string;
  resolve?: ReferenceResolver;
  /** Draws an image. Without it, images are links. */
  image?: ((href: string, text: string) => ReactNode) | undefined;
  /** Draws code in a named language. Without it, code has no colors. */
  code?: ((code: string, language: string) => ReactNode) | undefined;
  /** Ticks a checkbox. Without it, checkboxes are disabled. */
  onTick?: ((task: Task) => void) | undefined;
  className?: string;
}

/** The most references and bare addresses of one text that become links. There is a limit because each reference subscribes to the store. */
const maxLinks = 1_000;

/**
 * Markdown as React elements. No HTML is parsed: raw tags appear as text, links lead to the web or to mail only, and
 * images become links, so reading a text contacts no other server.
 */
export const Markdown = memo(function Markdown({ source, resolve, image, code, onTick, className }: MarkdownProps) {
  const { tree } = useMemo(() => readMarkdown(source), [source]);
  if (tree === null) return <PlainText text={source} note={t`This text is too complex to format. It is shown as plain text.`} />;
  const context: Context = { resolve, image, code, onTick, inLink: false, links: { left: maxLinks } };
  return <div className={cx(styles.prose, styles.body, className)}>{draw(tree, context)}</div>;
});

/** A tree that has been read already, such as the comparison of two texts. */
export function MarkdownNodes({ nodes, resolve, image, code, className }: Omit<MarkdownProps, "source" | "onTick"> & { nodes: readonly Node[] }) {
  const context: Context = { resolve, image, code, onTick: undefined, inLink: false, links: { left: maxLinks } };
  return <div className={cx(styles.prose, styles.body, className)}>{draw(nodes, context)}</div>;
}

interface Context {
  resolve: ReferenceResolver | undefined;
  image: ((href: string, text: string) => ReactNode) | undefined;
  code: ((code: string, language: string) => ReactNode) | undefined;
  onTick: ((task: Task) => void) | undefined;
  /** A link inside a link stays text. */
  inLink: boolean;
  links: { left: number };
}

/** Each block of a text has its own writing direction. */
const blocks: ReadonlySet<Node["is"]> = new Set(["paragraph", "th", "td"]);

function draw(nodes: readonly Node[], context: Context): ReactNode {
  // The nodes of a text never move, so the index is a stable key.
  // oxlint-disable-next-line react/no-array-index-key
  return nodes.map((node, index) => <Fragment key={index}>{drawOne(node, context)}</Fragment>);
}

function drawOne(node: Node, context: Context): ReactNode {
  switch (node.is) {
    case "text":
      return drawText(node.text, context);
    case "break":
      return <br />;
    case "rule":
      return <hr />;
    case "code":
      return <code dir="auto">{node.text}</code>;
    case "pre":
      return (
        <pre dir="auto">
          <code>{node.language === null ? node.text : (context.code?.(node.text, node.language) ?? node.text)}</code>
        </pre>
      );
    case "image":
      return context.image?.(node.href, node.text) ?? <Anchor href={node.href}>{node.text || t`Image`}</Anchor>;
    case "underline":
      return <u>{draw(node.children, context)}</u>;
    case "details":
      return <details className={styles.section}>{draw(node.children, context)}</details>;
    case "quote":
      return drawQuote(node.children, context);
    case "link":
      return drawLink(node, context);
    case "heading":
      return <Heading depth={node.depth}>{draw(node.children, context)}</Heading>;
    case "tight":
      return draw(node.children, context);
    case "list":
      return node.start === null ? <ul dir="auto">{draw(node.children, context)}</ul> : <ol dir="auto" start={node.start}>{draw(node.children, context)}</ol>;
    case "item":
      return (
        <li dir="auto" className={node.task ? styles.task : undefined}>
          {node.task && <Tick task={node.task} name={textOf(node.children.filter(({ is }) => is !== "list"))} onTick={context.onTick} />}
          {draw(node.children, context)}
        </li>
      );
    case "added":
    case "removed":
    case "lines":
    case "change":
      return drawCompared(node, context);
    case "table":
      return (
        <div className={styles.wide}>
          <table>{draw(node.children, context)}</table>
        </div>
      );
    default: {
      const Tag = node.is === "paragraph" ? "p" : node.is;
      return <Tag {...(blocks.has(node.is) && { dir: "auto" })}>{draw(node.children, context)}</Tag>;
    }
  }
}

/** Words that were added or removed. Screen readers rarely say what `ins` and `del` mean, so unseen words say it. */
const drawChanged = (how: "added" | "removed", children: ReactNode) =>
  how === "added" ? (
    <ins className={styles.added}>
      <span className={styles.unseen}>{t`Added:`} </span>
      {children}
    </ins>
  ) : (
    <del className={styles.removed}>
      <span className={styles.unseen}>{t`Removed:`} </span>
      {children}
    </del>
  );

const signs = { added: "+", removed: "−", changed: "~" } as const;

function drawCompared(node: Compared, context: Context): ReactNode {
  if (node.is === "change")
    return (
      <div className={styles.change} data-change={node.how} tabIndex={-1}>
        <span className={styles.sign} aria-hidden>
          {signs[node.how]}
        </span>
        {draw(node.children, context)}
      </div>
    );
  if (node.is !== "lines") return drawChanged(node.is, draw(node.children, context));
  const lines = node.lines.map(({ how, text }, at, all) => (
    // oxlint-disable-next-line react/no-array-index-key -- the lines of a text never move
    <span key={at} className={cx(styles.line, how !== "same" && styles[how])}>
      {how === "same" ? text : drawChanged(how, text)}
      {at < all.length - 1 && "\n"}
    </span>
  ));
  return (
    <pre dir="auto">
      <code>{lines}</code>
    </pre>
  );
}

function drawQuote(children: readonly Node[], context: Context): ReactNode {
  const callout = calloutIn(children);
  if (!callout || !isCalloutKind(callout.kind)) return <blockquote dir="auto">{draw(children, context)}</blockquote>;
  const { kind } = callout;
  return (
    <div className={styles.callout} data-callout={kind} role="note" aria-label={say(calloutNames[kind])}>
      <span className={styles.calloutKind}>
        <Icon of={calloutIcons[kind]} />
      </span>
      <div className={styles.calloutText}>{draw(callout.children, context)}</div>
    </div>
  );
}

function drawLink({ href, children }: Extract<Node, { is: "link" }>, context: Context): ReactNode {
  const id = linkedTicket(href);
  const reference = id === null ? null : context.resolve?.({ kind: "ticketId", text: textOf(children), id });
  return reference ?? <Anchor href={href}>{draw(children, { ...context, inLink: true })}</Anchor>;
}

const textOf = (nodes: readonly Node[]): string =>
  nodes.map((node) => ("text" in node ? node.text : "children" in node ? textOf(node.children) : " ")).join("");

function drawText(raw: string, context: Context): ReactNode {
  if (context.inLink) return raw;
  let at = 0;
  const cut = (part: string): (string | Reference)[] => (context.resolve ? splitReferences(part) : [part]);
  const parts = splitLinks(raw).flatMap((part): (string | Reference | BareLink)[] => (typeof part === "string" ? cut(part) : [part]));
  return parts.map((part) => {
    const key = (at += typeof part === "string" ? part.length : part.text.length);
    if (typeof part === "string") return <Fragment key={key}>{part}</Fragment>;
    context.links.left -= 1;
    if (context.links.left < 0) return <Fragment key={key}>{part.text}</Fragment>;
    if (part.kind === "link")
      return (
        <Anchor key={key} href={part.href}>
          {part.text}
        </Anchor>
      );
    return <Fragment key={key}>{context.resolve?.(part) ?? part.text}</Fragment>;
  });
}

function Anchor({ href, children }: { href: string; children: ReactNode }) {
  const safe = safeHref(href);
  if (safe === null) return children;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

interface TickProps {
  task: Task;
  /** The text of the checkbox's list item. */
  name: string;
  onTick: ((task: Task) => void) | undefined;
}

function Tick({ task, name, onTick }: TickProps) {
  const mark = <CheckMark checked={task.checked} />;
  if (!onTick)
    return (
      <span className={styles.tick} role="img" aria-label={task.checked ? t`Done` : t`To do`}>
        {mark}
      </span>
    );
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={task.checked}
      aria-label={name}
      className={styles.tick}
      onClick={() => onTick(task)}
    >
      {mark}
    </button>
  );
}

/** A text stands below the titles of its page: `#` is the third level. */
function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  switch (depth) {
    case 1:
      return <h3 dir="auto">{children}</h3>;
    case 2:
      return <h4 dir="auto">{children}</h4>;
    default:
      return <h5 dir="auto">{children}</h5>;
  }
}
