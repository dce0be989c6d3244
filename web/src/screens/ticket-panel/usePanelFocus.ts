import { useEffect, useRef } from "react";
import { panelFocused, usePanelFocusAsked } from "@/actions/panelFocus";
import type { Slot } from "@/lib/panes";

const paneOf = (id: number | null) => (id === null ? null : document.querySelector<HTMLElement>(`[data-pane="${id}"]`));
const titleIn = (pane: HTMLElement | null) => pane?.querySelector<HTMLElement>("[data-ticket-title]") ?? null;

function focused(): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null;
}

interface Wanted {
  slots: readonly Slot[];
  /** The number of the active pane. */
  active: number | null;
  /** The ticket in the active pane. */
  ticketId: string | null;
}

/**
 * Focuses the title when a pane opens by keyboard or on request. When the pane with the focus closes, the focus goes to the
 * pane that is active then, and from the last pane back to the row.
 */
export function usePanelFocus({ slots, active, ticketId }: Wanted): void {
  const open = active !== null;
  const shown = useRef<readonly number[]>([]);
  /** The element that opened the newest pane, and the one outside of the panes that opened one. */
  const opener = useRef<HTMLElement | null>(null);
  const before = useRef<HTMLElement | null>(null);
  const byKeys = useRef(false);
  useEffect(() => {
    const last = shown.current;
    shown.current = slots.map(({ id }) => id);
    const now = focused();
    if (slots.some(({ id }) => !last.includes(id))) {
      opener.current = now;
      byKeys.current = now?.matches(":focus-visible") ?? false;
      if (last.length === 0 || (now && !now.closest("[data-pane]"))) before.current = now;
    } else if (last.length > slots.length && now === null) {
      const heir = paneOf(active) ?? before.current;
      if (heir?.isConnected) heir.focus({ preventScroll: true });
    }
  }, [slots, active]);
  useEffect(() => {
    // Another ticket opens in the active pane, and the focused element was removed: focuses the title.
    const now = focused();
    if (open && ticketId !== null && byKeys.current && (now === null || now === opener.current)) titleIn(paneOf(active))?.focus({ preventScroll: true });
  }, [open, active, ticketId]);
  const asked = usePanelFocusAsked((state) => ticketId !== null && state.ticketId === ticketId);
  useEffect(() => {
    if (!open || !asked) return;
    panelFocused();
    const pane = paneOf(active);
    (titleIn(pane) ?? pane)?.focus({ preventScroll: true });
  }, [open, active, asked]);
}
