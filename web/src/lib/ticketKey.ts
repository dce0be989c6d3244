interface Numbered {
  number: number;
  private: boolean;
}

/** How a ticket is called: `KEY-12`, a private one `MY-3`; null while the node has not numbered it. */
export function ticketKeyOf(ticket: Numbered, workspaceKey: string): string | null {
  if (ticket.number === 0) return null;
  return `${ticket.private ? "MY" : workspaceKey}-${ticket.number}`;
}

/** Reads `12`, `#12`, `KEY-12` or `MY-3`; null for everything else. `private` is null where it is not said. */
export function parseTicketKey(text: string, workspaceKey: string): { number: number; private: boolean | null } | null {
  const match = /^(?:#|([A-Za-z][A-Za-z0-9]*)-)?(\d{1,9})$/.exec(text.trim());
  if (!match) return null;
  const key = match[1]?.toUpperCase();
  if (key !== undefined && key !== "MY" && key !== workspaceKey.toUpperCase()) return null;
  return { number: Number(match[2]), private: key === undefined ? null : key === "MY" };
}
