import { Lexer, type Token, type Tokens } from "marked";
import { Fragment, memo, useMemo, type ReactNode } from "react";
import { cx } from "@/lib/cx";
import { CheckMark } from "./Checkbox";
import styles from "./Markdown.module.css";
import { decodeEntities, linkedTicket, safeHref, splitReferences, type Reference } from "./markdownText";

/** Draws a reference, or answers null where it names nothing: then it stays text. */
export type ReferenceResolver = (reference: Reference) => ReactNode;

interface MarkdownProps {
  source: string;
  resolve?: ReferenceResolver;
  className?: string;
}

/**
 * Markdown as React elements. No HTML is ever parsed: raw tags show as the text they are, links go
 * to the web or to mail alone, and images are links, so that reading a text asks nobody for anything.
 */
export const Markdown = memo(function Markdown({ source, resolve, className }: MarkdownProps) {
  const tokens = useMemo(() => new Lexer({ gfm: true, breaks: true }).lex(source), [source]);
  return <div className={cx(styles.prose, styles.body, className)}>{draw(tokens, { resolve, inLink: false })}</div>;
});

interface Context {
  resolve: ReferenceResolver | undefined;
  /** A link in a link is none. */
  inLink: boolean;
}

function draw(tokens: readonly Token[] | undefined, context: Context): ReactNode {
  // The tokens of one text keep their places: the place is the identity.
  // oxlint-disable-next-line react/no-array-index-key
  return tokens?.map((token, index) => <Fragment key={index}>{drawOne(token, context)}</Fragment>);
}

function drawOne(token: Token, context: Context): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      return <Heading depth={(token as Tokens.Heading).depth}>{draw(token.tokens, context)}</Heading>;
    case "paragraph":
      return <p>{draw(token.tokens, context)}</p>;
    case "blockquote":
      return <blockquote>{draw(token.tokens, context)}</blockquote>;
    case "list":
      return <List list={token as Tokens.List} context={context} />;
    case "table":
      return <Table table={token as Tokens.Table} context={context} />;
    case "code":
      return (
        <pre>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case "hr":
      return <hr />;
    case "br":
      return <br />;
    case "strong":
      return <strong>{draw(token.tokens, context)}</strong>;
    case "em":
      return <em>{draw(token.tokens, context)}</em>;
    case "del":
      return <del>{draw(token.tokens, context)}</del>;
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>;
    case "escape":
      return (token as Tokens.Escape).text;
    case "link":
      return drawLink(token as Tokens.Link, context);
    case "image":
      return <Anchor href={(token as Tokens.Image).href}>{(token as Tokens.Image).text || "Image"}</Anchor>;
    case "html":
      return withoutComments((token as Tokens.HTML).text);
    case "text":
      return token.tokens ? draw(token.tokens, context) : text((token as Tokens.Text).text, context);
    default:
      return token.raw;
  }
}

function drawLink({ href, text, tokens }: Tokens.Link, context: Context): ReactNode {
  const id = linkedTicket(href);
  const reference = id === null ? null : context.resolve?.({ kind: "ticketId", text: decodeEntities(text), id });
  return reference ?? <Anchor href={href}>{draw(tokens, { ...context, inLink: true })}</Anchor>;
}

/** What pasted pages leave behind is not for reading. */
function withoutComments(html: string): string {
  return html.replace(/<!--[\s\S]*?-->/g, "").trim();
}

function text(raw: string, { resolve, inLink }: Context): ReactNode {
  const decoded = decodeEntities(raw);
  if (!resolve || inLink) return decoded;
  let at = 0;
  return splitReferences(decoded).map((part) => {
    const written = typeof part === "string" ? part : part.text;
    const key = (at += written.length);
    return <Fragment key={key}>{typeof part === "string" ? part : (resolve(part) ?? part.text)}</Fragment>;
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

/** A text stands under the titles of its page: `#` is the third level. */
function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  switch (depth) {
    case 1:
      return <h3>{children}</h3>;
    case 2:
      return <h4>{children}</h4>;
    default:
      return <h5>{children}</h5>;
  }
}

function List({ list, context }: { list: Tokens.List; context: Context }) {
  const items = list.items.map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- as above
    <li key={index} className={item.task ? styles.task : undefined}>
      {item.task && (
        <span className={styles.tick} role="img" aria-label={item.checked ? "Done" : "To do"}>
          <CheckMark checked={item.checked ?? false} />
        </span>
      )}
      {draw(
        item.tokens.filter((token) => token.type !== "checkbox"),
        context,
      )}
    </li>
  ));
  return list.ordered ? <ol start={list.start === "" ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table, context }: { table: Tokens.Table; context: Context }) {
  return (
    <div className={styles.wide}>
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <th key={index}>{draw(cell.tokens, context)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <tr key={at}>
              {row.map((cell, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <td key={index}>{draw(cell.tokens, context)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
