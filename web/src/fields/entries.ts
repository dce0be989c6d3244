import { t } from "@lingui/core/macro";
import { lineOf } from "@/lib/text";
import type { FieldValue, Ticket, TicketCreate, TicketPatch } from "@/wire/generated";
import type { EntryValue } from "./value";

/** The limits that the node checks as well. */
const longestText = 500;
const longestAddress = 2_000;
const largestNumber = 1e15;

interface Access {
  read: (ticket: Ticket) => FieldValue | undefined;
  write: (value: FieldValue | null) => TicketPatch;
  start: (value: FieldValue) => Partial<TicketCreate>;
  kept?: boolean;
}

/** The value of an attribute that a person types. */
export function entryOf(form: EntryValue["form"], { read, write, start, kept = false }: Access): EntryValue {
  const shape = forms[form];
  return {
    kind: "entry",
    form,
    read(ticket) {
      const value = read(ticket);
      return typeof value === "string" || typeof value === "number" ? shape.shown(value) : null;
    },
    write(text) {
      const value = text === null ? null : shape.parse(text);
      return write(value === undefined ? null : value);
    },
    kept,
    start(text) {
      const value = shape.parse(text);
      return value === undefined ? {} : start(value);
    },
    objection: (text) => (shape.parse(text) === undefined ? shape.objection(text) : null),
  };
}

interface Form {
  /** The value that a text stands for; undefined if it stands for none. */
  parse(text: string): FieldValue | undefined;
  shown(value: string | number): string;
  objection(text: string): string;
}

const forms: Record<EntryValue["form"], Form> = {
  text: {
    parse: (text) => (lineOf(text) !== "" && [...lineOf(text)].length <= longestText ? lineOf(text) : undefined),
    shown: String,
    objection: () => t`Use at most ${longestText} characters.`,
  },
  number: { parse: numberIn, shown: String, objection: (text) => (isNumber(text) ? t`This number is too large.` : t`Type a number, like 12 or 2.5.`) },
  url: {
    parse: addressIn,
    shown: String,
    objection: () => t`Type a web address, like https://example.org.`,
  },
};

const isNumber = (text: string) => /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(text.trim().replace(/[\s\u00a0_’']/g, ""));

/** Reads 1234.5, 1,5 and 1 234.5. A comma is a decimal sign unless the text has a point as well. */
export function numberIn(text: string): number | undefined {
  let plain = text.trim().replace(/[\s\u00a0_’']/g, "");
  if (plain.includes(".")) plain = plain.replaceAll(",", "");
  if (!isNumber(plain)) return undefined;
  const number = Number(plain.replace(",", "."));
  return Math.abs(number) <= largestNumber ? number : undefined;
}

/** Reads a web address. One without a scheme gets https. */
function addressIn(text: string): string | undefined {
  const line = lineOf(text);
  if (line === "" || line.length > longestAddress || /\s/.test(line)) return undefined;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(line) && !/^[^/:]+\.[^/:]+:\d/.test(line) ? line : `https://${line}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  const isWeb = (protocol === "http:" || protocol === "https:") && hostname !== "";
  return isWeb && (hostname.includes(".") || hostname === "localhost" || hostname.startsWith("[")) ? address : undefined;
}
