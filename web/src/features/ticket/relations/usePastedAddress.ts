import { useEffect } from "react";
import { addressIn, pasteAddress } from "@/actions/addresses";

/** An address that is pasted into the panel of a ticket, and not into a text, becomes a link of the ticket. */
export function usePastedAddress(ticketId: string, inside: { current: HTMLElement | null }, mayEdit: boolean): void {
  useEffect(() => {
    if (!mayEdit) return undefined;
    const paste = (event: ClipboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const panel = inside.current?.closest("aside, main");
      if (event.defaultPrevented || !target || !panel?.contains(target) || target.closest("input, textarea, [contenteditable=true], [role=grid]")) return;
      const address = addressIn(event.clipboardData?.getData("text/plain") ?? "");
      if (address === null) return;
      event.preventDefault();
      pasteAddress(ticketId, address);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [ticketId, inside, mayEdit]);
}
