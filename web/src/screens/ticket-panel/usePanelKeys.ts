import { clearSelection } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import type { TicketPlace } from "@/features/ticket/place";
import { useHotkeys } from "@/lib/hotkeys";

interface PanelKeys {
  open: boolean;
  previous: string | null;
  next: string | null;
  place: TicketPlace;
}

/** Esc clears the selection, then closes the panel. J and K open the next and previous ticket of the view. */
export function usePanelKeys({ open, previous, next, place }: PanelKeys): void {
  const go = (ticketId: string | null) => {
    if (ticketId !== null) place.open(ticketId, { replace: true });
  };
  const keys = {
    Escape: () => (useTarget.getState().selected.length > 0 ? clearSelection() : place.close()),
    J: () => go(next),
    K: () => go(previous),
  };
  useHotkeys(open ? keys : {});
}
