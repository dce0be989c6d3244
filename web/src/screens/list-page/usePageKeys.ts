import { clearSelection, selectAll } from "@/actions/selection";
import { useShownOrder } from "@/actions/order";
import { isTaken, useHotkeys } from "@/lib/hotkeys";
import type { ViewKind } from "@/lib/paths";
import { toggleSidebar } from "@/lib/shell";
import { views } from "@/lib/views";

interface Wanted {
  view: ViewKind;
  panelOpen: boolean;
  hasViews: boolean;
  onView: (view: ViewKind) => void;
}

/** The keys of every list page, whatever its view. */
export function usePageKeys({ view, panelOpen, hasViews, onView }: Wanted): void {
  const other = view === "kanban" ? "spreadsheet" : "kanban";
  const show = (next: ViewKind) => hasViews && onView(next);
  useHotkeys({
    ...Object.fromEntries(views.map(({ id, keys }) => [keys, () => show(id)])),
    "[": () => toggleSidebar(panelOpen),
    "Mod+B": (event) => !isTaken(event.target) && show(other),
    "Mod+A": (event) => {
      const { order } = useShownOrder.getState();
      if (isTaken(event.target)) selectText(event.target);
      else if (order) selectAll(order);
    },
    // While a ticket is open, its panel handles Esc, and also clears the selection first.
    ...(!panelOpen && { Escape: clearSelection }),
  });
}

/** In a field the key keeps its own meaning. */
function selectText(target: EventTarget | null): void {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select();
  else if (target instanceof HTMLElement && target.isContentEditable) window.getSelection()?.selectAllChildren(target);
}
