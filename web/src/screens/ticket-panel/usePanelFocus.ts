import { useEffect, useRef } from "react";
import { panelFocused, usePanelFocusAsked } from "@/actions/panelFocus";

/** Focuses the title when the panel opens by keyboard or on request, and returns the focus to the row when it closes. */
export function usePanelFocus(open: boolean, ticketId: string | null) {
  const panel = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement | null>(null);
  const byKeys = useRef(false);
  useEffect(() => {
    if (!open) return undefined;
    const from = document.activeElement;
    before.current = from instanceof HTMLElement && from !== document.body ? from : null;
    const own = panel.current;
    byKeys.current = before.current?.matches(":focus-visible") ?? false;
    return () => {
      const { activeElement } = document;
      const lost = activeElement === null || activeElement === document.body || activeElement === own;
      if (lost && before.current?.isConnected) before.current.focus({ preventScroll: true });
    };
  }, [open]);
  useEffect(() => {
    // The next ticket opens in the same panel, and the focused element was removed: focuses the title.
    const { activeElement } = document;
    const lost = activeElement === document.body || activeElement === before.current;
    if (open && ticketId !== null && byKeys.current && lost)
      panel.current?.querySelector<HTMLElement>("[data-ticket-title]")?.focus({ preventScroll: true });
  }, [open, ticketId]);
  const asked = usePanelFocusAsked((state) => ticketId !== null && state.ticketId === ticketId);
  useEffect(() => {
    if (!open || !asked) return;
    panelFocused();
    const title = panel.current?.querySelector<HTMLElement>("[data-ticket-title]");
    (title ?? panel.current)?.focus({ preventScroll: true });
  }, [open, asked]);
  return panel;
}
