import { create } from "zustand";

/** The ticket whose panel takes the focus as soon as the panel shows the ticket. */
export const usePanelFocusAsked = create<{ ticketId: string | null }>(() => ({ ticketId: null }));

/** Call this when a surface closes and opens a ticket: without it, nothing would have the focus. */
export function askPanelFocus(ticketId: string): void {
  usePanelFocusAsked.setState({ ticketId });
}

export function panelFocused(): void {
  usePanelFocusAsked.setState({ ticketId: null });
}
