/** The most people that one call invites. */
export const mostAddresses = 50;

/** The parts of a pasted text that may be addresses. Divided as the node divides them. */
export function splitAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

/** A rough check, so that a typing error shows at once. The node decides. */
export function looksLikeAddress(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && /^[^@"(),:;<>[\\\]]+@[^@"(),:;<>[\\\]]+$/.test(text) && text.length <= 254;
}

/** Addresses are compared without case. */
export const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The list with the new addresses at its end, each address once. */
export function withAddresses(before: readonly string[], added: readonly string[]): string[] {
  const all = [...before];
  for (const address of added) {
    if (!all.some((known) => sameAddress(known, address))) all.push(address);
  }
  return all;
}
