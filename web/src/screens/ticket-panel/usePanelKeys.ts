import { clearSelection } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import type { TicketPlace } from "@/features/ticket/place";
import { isTaken, useHotkeys } from "@/lib/hotkeys";
import { toggleFields } from "@/lib/panelMeasure";

interface PanelKeys {
  /** True for the pane that keys act on. */
  active: boolean;
  previous: string | null;
  next: string | null;
  /** True if the fields are a column beside the text. */
  hasColumn: boolean;
  place: TicketPlace;
}

/** Esc clears the selection, then closes the pane. J and K open the next and previous ticket of the view. Mod+I hides and shows the column of fields. */
export function usePanelKeys({ active, previous, next, hasColumn, place }: PanelKeys): void {
  const go = (ticketId: string | null) => {
    if (ticketId !== null) place.open(ticketId, { replace: true });
  };
  const keys = {
    Escape: () => (useTarget.getState().selected.length > 0 ? clearSelection() : place.close()),
    J: () => go(next),
    K: () => go(previous),
    // In a text, the keys mean italic.
    "Mod+I": ({ target }: KeyboardEvent) => (hasColumn && !isTaken(target) ? toggleFields() : false),
  };
  useHotkeys(active ? keys : {});
}
