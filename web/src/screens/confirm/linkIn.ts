/** What a confirmation link carries behind its `#`. */
export interface MailedLink {
  reference: string;
  token: string;
}

/** The link in an address; null if it is not complete. */
export function linkIn(hash: string): MailedLink | null {
  const [, reference, token] = /^#([A-Z0-9]{4})-([0-9a-f]{64})$/.exec(hash) ?? [];
  return reference === undefined || token === undefined ? null : { reference, token };
}
