import { useEffect, useRef, useState } from "react";
import { subscriptionOf } from "@/sync/following";
import { useTroupe } from "@/sync/store";
import { readingOf, readOpened } from "./inbox";

/** How far a person had read a ticket before it was marked as read. */
export interface ReadPosition {
  /** The last activity that the person has read; null if there is none. */
  readId: string | null;
  /** A mention, or a mark that the person has set; null if there is none. */
  flaggedId: string | null;
  /** The last activity of the ticket at that time. */
  lastId: string | null;
}

/** How far the person has read a ticket; null if nothing of it is unread. */
export function readPositionOf(state: Parameters<typeof readingOf>[0], ticketId: string, now: number): ReadPosition | null {
  if (readingOf(state, ticketId, now) === null) return null;
  const row = subscriptionOf(state, ticketId);
  return {
    readId: row?.lastReadActivityId ?? null,
    flaggedId: row?.firstUnreadActivityId ?? null,
    lastId: state.tickets[ticketId]?.lastActivity?.id ?? null,
  };
}

/**
 * Marks the open ticket as read: when it opens, and when something new happens to it; in a hidden window, as soon as the
 * person comes back to it. If the person marks it as unread meanwhile, it stays unread. Returns how far the person had read
 * before the ticket opened, or before they came back; null if nothing was unread.
 */
export function useReadMark(ticketId: string): ReadPosition | null {
  const last = useTroupe((state) => state.tickets[ticketId]?.lastActivity?.id);
  const known = useTroupe((state) => state.ready && ticketId in state.tickets);
  const live = useTroupe((state) => state.connection === "live");
  const [taken, setTaken] = useState<{ ticketId: string; position: ReadPosition } | null>(null);
  /** The ticket whose current state the person has seen. The person watches its later changes, so they are not new. */
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (!known) return undefined;
    let due = true;
    const read = (returns: boolean) => {
      if (!due || document.visibilityState !== "visible") return;
      due = false;
      const position = readPositionOf(useTroupe.getState(), ticketId, Date.now());
      const opens = seen.current !== ticketId;
      // Changes that a cached ticket lacks arrive after it was marked as read, so the first position is kept.
      if (position && (opens || returns)) setTaken((before) => (opens && before?.ticketId === ticketId ? before : { ticketId, position }));
      if (live) seen.current = ticketId;
      readOpened(ticketId);
    };
    const comeBack = () => read(true);
    read(false);
    document.addEventListener("visibilitychange", comeBack);
    return () => document.removeEventListener("visibilitychange", comeBack);
  }, [ticketId, last, known, live]);
  return taken?.ticketId === ticketId ? taken.position : null;
}
