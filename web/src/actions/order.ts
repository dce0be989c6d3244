import { create } from "zustand";

/** The tickets of the view in their order, for "next" and "previous". */
export const useShownOrder = create<{ order: readonly string[] | null }>(() => ({ order: null }));

/** The shown view sets its order, and sets null when it closes. */
export function setShownOrder(order: readonly string[] | null): void {
  if (useShownOrder.getState().order !== order) useShownOrder.setState({ order });
}

/** The neighbours of a ticket in an order; null at the ends, and if the ticket is not in it. */
export function neighboursIn(order: readonly string[], ticketId: string): { previous: string | null; next: string | null } {
  const at = order.indexOf(ticketId);
  if (at < 0) return { previous: null, next: null };
  return { previous: order[at - 1] ?? null, next: order[at + 1] ?? null };
}
