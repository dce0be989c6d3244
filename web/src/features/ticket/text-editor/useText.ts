import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { openText, type OpenText } from "@/sync/texts/room";
import type { TextState } from "@/sync/texts/text";

/** The text of a ticket, open for as long as the component is mounted; null if no workspace is open. */
export function useText(ticketId: string): { state: TextState; dismissLost: (id: string) => void } | null {
  const [held, setHeld] = useState<{ text: OpenText; listeners: Set<() => void> } | null>(null);
  useEffect(() => {
    const listeners = new Set<() => void>();
    const text = openText(ticketId, () => {
      for (const listener of listeners) listener();
    });
    setHeld(text && { text, listeners });
    return () => {
      text?.release();
      setHeld(null);
    };
  }, [ticketId]);
  const subscribe = useCallback(
    (listener: () => void) => {
      held?.listeners.add(listener);
      return () => void held?.listeners.delete(listener);
    },
    [held],
  );
  const state = useSyncExternalStore(subscribe, () => held?.text.state() ?? null);
  return held && state && { state, dismissLost: (id) => held.text.dismissLost(id) };
}
