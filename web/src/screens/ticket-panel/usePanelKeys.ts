import { clearSelection } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import type { TicketPlace } from "@/features/ticket/place";
import { useHotkeys } from "@/lib/hotkeys";

interface PanelKeys {
  /** True for the pane that keys act on. */
  active: boolean;
  previous: string | null;
  next: string | null;
  place: TicketPlace;
}

/** Esc clears the selection, then closes the pane. J and K open the next and previous ticket of the view. */
export function usePanelKeys({ active, previous, next, place }: PanelKeys): void {
  const go = (ticketId: string | null) => {
    if (ticketId !== null) place.open(ticketId, { replace: true });
  };
  const keys = {
    Escape: () => (useTarget.getState().selected.length > 0 ? clearSelection() : place.close()),
    J: () => go(next),
    K: () => go(previous),
  };
  useHotkeys(active ? keys : {});
}
