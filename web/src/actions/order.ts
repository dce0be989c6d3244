import { create } from "zustand";

/** The tickets as the view shows them, first to last: what next and previous mean. */
export const useShownOrder = create<{ order: readonly string[] | null }>(() => ({ order: null }));

/** The view that is shown tells its order, and takes it back with null when it goes. */
export function setShownOrder(order: readonly string[] | null): void {
  if (useShownOrder.getState().order !== order) useShownOrder.setState({ order });
}

/** The neighbours of a ticket in an order; null at the ends, and where it is not in it. */
export function neighboursIn(order: readonly string[], ticketId: string): { previous: string | null; next: string | null } {
  const at = order.indexOf(ticketId);
  if (at < 0) return { previous: null, next: null };
  return { previous: order[at - 1] ?? null, next: order[at + 1] ?? null };
}
