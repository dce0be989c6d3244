import { navigate } from "@/lib/location";
import { useOverlay } from "@/lib/overlays";
import { placeAt } from "@/lib/placeAt";
import { ticketByKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import { ask } from "./ask";
import type { Target } from "./target";

const controls = "button, input, textarea, select, label, [contenteditable]";

/** The ticket that a link of this workspace leads to. */
function ticketOfLink(view: SyncState, element: Element): string | null {
  const link = element.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.origin !== location.origin || link.pathname.split("/")[2] !== location.pathname.split("/")[2]) return null;
  const { ticketKey: name } = placeAt(link.pathname);
  return name === null ? null : (ticketByKey(view, name)?.id ?? view.tickets[name]?.id ?? null);
}

/** The ticket of the link, row, card or bar that an element is in. A control within a row keeps its own meaning. */
function ticketAt(view: SyncState, element: Element): string | null {
  const linked = ticketOfLink(view, element);
  if (linked !== null) return linked;
  const row = element.closest<HTMLElement>("[data-ticket]");
  const control = element.closest(controls);
  return row && (!control || !row.contains(control) || control === row) ? (row.dataset.ticket ?? null) : null;
}

/**
 * The ticket that a key opens in another pane: the focused link of a pane, or else the only selected row, the focused row
 * or the hovered card. The open ticket is left out, because it has a pane.
 */
export function besideOf(view: SyncState, { selected, opened, focused, hovered }: Target): string | null {
  const { activeElement } = document;
  // The palette lists the actions on the open ticket.
  if (useOverlay.getState().overlay !== null) return null;
  const [only = focused ?? hovered] = selected;
  const id = activeElement?.closest("aside") ? ticketOfLink(view, activeElement) : selected.length > 1 ? null : only;
  return id !== null && id !== opened && view.tickets[id] ? id : null;
}

/** Pages that show no ticket beside them. */
const pagesAlone: ReadonlySet<string | null> = new Set([null, "settings", "search", "view", "lists"]);

/** Asks the panel to open a ticket in another pane. */
export function askBeside(ticketId: string | null): void {
  if (ticketId !== null) ask("beside", [ticketId]);
}

/** Alt and a click open a ticket in another pane, wherever it is shown. On a page that shows no ticket, the link is followed. Without this, browsers download the page of the link. */
function openByClick(event: MouseEvent): void {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0 || !(event.target instanceof Element)) return;
  const id = ticketAt(useTroupe.getState(), event.target);
  if (id === null) return;
  event.preventDefault();
  event.stopPropagation();
  const link = event.target.closest<HTMLAnchorElement>("a[href]");
  if (!pagesAlone.has(placeAt(location.pathname).collection)) askBeside(id);
  else if (link) navigate(`${link.pathname}${link.search}`);
}

/** Listens before the rows, cards and links do. Returns a function that ends it. */
export function attachBesideClick(): () => void {
  window.addEventListener("click", openByClick, { capture: true });
  return () => window.removeEventListener("click", openByClick, { capture: true });
}
