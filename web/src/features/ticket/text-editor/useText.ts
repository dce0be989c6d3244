import { useMemo, useSyncExternalStore } from "react";
import { textHandle } from "@/sync/texts/room";
import type { TextState } from "@/sync/texts/text";

/** The text of a ticket, open for as long as the component is mounted; null if no workspace is open. */
export function useText(ticketId: string): { state: TextState; dismissLost: (id: string) => void } | null {
  const text = useMemo(() => textHandle(ticketId), [ticketId]);
  const state = useSyncExternalStore(text.subscribe, text.state);
  return state && { state, dismissLost: text.dismissLost };
}
