/**
 * The values that a node takes in a document (TX18). It refuses an update with another value as a whole, so nothing that is
 * pasted may bring one in.
 */
const plain = (address: string): boolean => address.length <= 2_000 && !/[\s\p{Cc}]/u.test(address);

const id = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";

export const isId = (text: unknown): text is string => typeof text === "string" && new RegExp(`^${id}$`, "i").test(text);

export const isAllowedAddress = (address: unknown): address is string =>
  typeof address === "string" && plain(address) && new RegExp(`^(?:https?://.|mailto:.|ticket:${id}$)`, "i").test(address);

export const isAllowedPicture = (address: unknown): address is string =>
  typeof address === "string" && plain(address) && (/^https?:\/\/./i.test(address) || new RegExp(`^file:${id}$`, "i").test(address));

export const isUsername = (text: unknown): text is string => typeof text === "string" && text.length <= 100 && /^[a-z\d](?:[\w.-]*\w)?$/i.test(text);

/** The name of a language, or null. */
export const allowedLanguage = (text: string | null | undefined): string | null => (text && /^[\w+#.-]{1,50}$/.test(text) ? text : null);

/** A text in one line; null if it is empty. */
export const allowedLine = (text: string | null | undefined, most = 500): string | null =>
  [...(text ?? "").replace(/\p{Cc}+/gu, " ").trim()].slice(0, most).join("") || null;

/** A whole number within bounds, or null. */
export function allowedNumber(text: string | null | undefined, least: number, most: number): number | null {
  const value = text === null || text === undefined || !/^\d{1,10}$/.test(text.trim()) ? Number.NaN : Number(text);
  return value >= least && value <= most ? value : null;
}
