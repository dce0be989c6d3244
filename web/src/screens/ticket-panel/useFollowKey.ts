import { useEffect, useState } from "react";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";

/**
 * A ticket may change its key while it is open: a new one gets its number, and a private one becomes KEY-12. The
 * address follows the key.
 */
export function useFollowKey(name: string | null, ticketId: string | null, rename: (name: string) => void): void {
  // The last ticket of this name.
  const [last, setLast] = useState<{ name: string; ticketId: string } | null>(null);
  if (name !== null && ticketId !== null && (last?.name !== name || last.ticketId !== ticketId)) setLast({ name, ticketId });
  const followed = ticketId ?? (last?.name === name ? last?.ticketId : null) ?? null;
  const key = useTroupe((state) => {
    const ticket = followed === null ? undefined : state.tickets[followed];
    return ticket ? (ticketKey(state, ticket) ?? ticket.id) : null;
  });
  useEffect(() => {
    if (name === null || key === null || followed === null || key.toUpperCase() === name.toUpperCase()) return;
    // A number alone in the address is left as it is.
    if (ticketId === null || /^[0-9a-f-]{36}$/i.test(name)) rename(key);
  }, [name, key, followed, ticketId, rename]);
}
