/** A part of a text that may name a ticket or a person. */
export type Reference =
  | { kind: "ticket"; text: string; /** Null for `#12`. */ key: string | null; number: number }
  | { kind: "mention"; text: string; name: string }
  /** `[#12](ticket:<id>)`, as an import writes it. */
  | { kind: "ticketId"; text: string; id: string };

const PATTERN = /(^|[^\w/#@&.-])(?:#(\d{1,9})|([A-Z][A-Z0-9]{0,9})-(\d{1,9})|@([A-Za-z0-9](?:[\w.-]{0,62}\w)?))(?![\w/-])/g;

/** Splits a text at its references: `#12`, `KEY-12` and `@name`, outside of words and paths. */
export function splitReferences(text: string): (string | Reference)[] {
  const parts: (string | Reference)[] = [];
  let from = 0;
  for (const match of text.matchAll(PATTERN)) {
    const [whole, before = "", bare, key, keyed, name] = match;
    const start = match.index + before.length;
    const written = whole.slice(before.length);
    if (start > from) parts.push(text.slice(from, start));
    parts.push(
      name === undefined
        ? { kind: "ticket", text: written, key: key ?? null, number: Number(bare ?? keyed) }
        : { kind: "mention", text: written, name },
    );
    from = start + written.length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** A bare address in a text. */
export interface BareLink {
  kind: "link";
  text: string;
  href: string;
}

const BARE = /(?<![\w.+@/-])(?:(?:https?:\/\/|www\.)[^\s<>]+|[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8})/gi;

/** Splits a text at its web and email addresses. */
export function splitLinks(text: string): (string | BareLink)[] {
  const parts: (string | BareLink)[] = [];
  let from = 0;
  for (const match of text.matchAll(BARE)) {
    const written = withoutSentence(match[0]);
    const href = safeHref(/^https?:/i.test(written) ? written : written.startsWith("www.") ? `https://${written}` : `mailto:${written}`);
    if (href === null) continue;
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push({ kind: "link", text: written, href });
    from = match.index + written.length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** An address without the punctuation that ends its sentence. A closing bracket stays if the address contains the opening one. */
function withoutSentence(address: string): string {
  let unopened = 0;
  for (const letter of address) unopened += letter === ")" ? 1 : letter === "(" ? -1 : 0;
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? "";
    if (last === ")" && unopened > 0) unopened -= 1;
    else if (!/[?!.,:;*_~'"\]-]/.test(last)) break;
  }
  return address.slice(0, end);
}

/** The ticket id of a `ticket:<id>` link. */
export function linkedTicket(href: string): string | null {
  return /^ticket:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.exec(href)?.[1]?.toLowerCase() ?? null;
}

/** The address of a safe link, else null: no script, no data, no file. */
export function safeHref(href: string): string | null {
  try {
    const url = new URL(href);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
