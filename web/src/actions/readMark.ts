import { useEffect } from "react";
import { useTroupe } from "@/sync/store";
import { readOpened } from "./inbox";

/**
 * Marks the open ticket as read: when it opens, and when something new happens to it; in a hidden window, as soon as the
 * person comes back to it. A mark as unread that the person sets meanwhile stays.
 */
export function useReadMark(ticketId: string): void {
  const last = useTroupe((state) => state.tickets[ticketId]?.lastActivity?.id);
  const known = useTroupe((state) => state.ready && ticketId in state.tickets);
  useEffect(() => {
    if (!known) return undefined;
    let due = true;
    const read = () => {
      if (!due || document.visibilityState !== "visible") return;
      due = false;
      readOpened(ticketId);
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [ticketId, last, known]);
}
