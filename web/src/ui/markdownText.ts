/** Something in a text that may name a ticket or a person. */
export type Reference =
  | { kind: "ticket"; text: string; /** Null for `#12`. */ key: string | null; number: number }
  | { kind: "mention"; text: string; name: string }
  /** `[#12](ticket:<id>)`, as an import writes it. */
  | { kind: "ticketId"; text: string; id: string };

const PATTERN = /(^|[^\w/#@&.-])(?:#(\d{1,9})|([A-Z][A-Z0-9]{0,9})-(\d{1,9})|@([A-Za-z0-9](?:[\w.-]*\w)?))(?![\w/-])/g;

/** Cuts a text where it names something: `#12`, `KEY-12` and `@name`, and nothing inside words or paths. */
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

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Markdown lets entities stand in its text; React writes text as it is, so they are read here. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** The ticket that a `ticket:<id>` link leads to. */
export function linkedTicket(href: string): string | null {
  return /^ticket:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.exec(href)?.[1]?.toLowerCase() ?? null;
}

/** The address of a link that may be followed, else null: no script, no data, no file. */
export function safeHref(href: string): string | null {
  try {
    const url = new URL(href);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
