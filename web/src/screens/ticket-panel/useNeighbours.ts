import { neighboursIn, useShownOrder } from "@/actions/order";
import { ticketsOfList } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { useShallow } from "zustand/react/shallow";

/**
 * The tickets before and after this one in the order of the view behind the panel, or else in the order of the list. Tickets
 * in other panes are passed over.
 */
export function useNeighbours(ticketId: string | null, listId: string | null, others: readonly string[]) {
  const shown = useShownOrder((state) => state.order);
  return useTroupe(
    useShallow((state) => {
      const order = shown ?? (listId === null ? [] : ticketsOfList(state, listId).map(({ id }) => id));
      const free = others.length === 0 ? order : order.filter((id) => !others.includes(id));
      return ticketId === null ? { previous: null, next: null } : neighboursIn(free, ticketId);
    }),
  );
}
