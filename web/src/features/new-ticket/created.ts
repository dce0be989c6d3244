import { t } from "@lingui/core/macro";
import { actionNamed } from "@/actions/registry";
import { sceneAbout } from "@/actions/ticketMenu";
import { writeFilters } from "@/fields/arrange/address";
import { arrange } from "@/fields/arrange/arrange";
import { ticketsIn } from "@/fields/arrange/place";
import { isFiltered, unfiltered } from "@/fields/arrange/settings";
import { filterLanguage } from "@/fields/filterLanguage";
import { fieldsOf } from "@/fields/registry";
import { navigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import { tell } from "@/ui/Toast";
import { shownAt } from "./here";

/** The key of a new ticket, once the node has numbered it. Null while there is no connection, undefined if the ticket was refused. */
function numbered(ticketId: string): Promise<string | null | undefined> {
  let seen = false;
  const keyIn = (state: SyncState): { key: string | null | undefined } | null => {
    const ticket = state.tickets[ticketId];
    // The ticket appears a moment after its command.
    if (!ticket) return seen ? { key: undefined } : null;
    seen = true;
    const key = ticketKey(state, ticket);
    return key !== null || state.connection !== "live" ? { key } : null;
  };
  return new Promise((resolve) => {
    let stop = () => {};
    const look = (state: SyncState) => {
      const found = keyIn(state);
      if (!found) return;
      stop();
      resolve(found.key);
    };
    stop = useTroupe.subscribe(look);
    look(useTroupe.getState());
  });
}

/** True if the ticket is in the place of the address, and the filters of the address leave it out. */
export function isHidden(state: SyncState, ticketId: string, address: { pathname: string; search: string }): boolean {
  const fields = fieldsOf(state);
  const shown = shownAt(address, fields);
  if (shown === null) return false;
  const { place, settings } = shown;
  if (!isFiltered(settings) || !ticketsIn(state, place, state.me).some(({ id }) => id === ticketId)) return false;
  const make = settings.filter === "" ? undefined : filterLanguage.now()?.testIn(settings.filter, fields);
  return !arrange(state, place, settings, fields, make).groups.some(({ ticketIds }) => ticketIds.includes(ticketId));
}

/** Announces a new ticket with its key, and says if filters hide it. */
export async function tellCreated(ticketId: string, title: string, slug: string): Promise<void> {
  const key = await numbered(ticketId);
  if (key === undefined) return;
  const state = useTroupe.getState();
  const called = key ?? `“${title}”`;
  const open = {
    name: t`Open`,
    onClick: () => {
      const home = useTroupe.getState().tickets[ticketId]?.lists[0]?.listId;
      const ticket = { ticketKey: key ?? ticketId };
      navigate(home ? paths.list(slug, home, ticket) : paths.collection(slug, "all", ticket));
    },
  };
  if (isHidden(state, ticketId, window.location)) {
    const show = () => navigate(`${window.location.pathname}${writeFilters(window.location.search, unfiltered, fieldsOf(useTroupe.getState()))}`);
    return tell({ text: t`${called} created. Hidden by filters.`, action: { name: t`Show`, onClick: show }, also: open });
  }
  const copyLink = { name: t`Copy link`, onClick: () => actionNamed(useTroupe.getState(), "ticket.copyLink")?.run(sceneAbout([ticketId])) };
  return tell({ text: t`${called} created`, action: open, ...(key !== null && { also: copyLink }) });
}

/** Announces a ticket that was created in a line, but only if the page does not show it. */
export async function tellUnseen(ticketId: string, slug: string): Promise<void> {
  const key = await numbered(ticketId);
  const state = useTroupe.getState();
  const shown = shownAt(window.location, fieldsOf(state));
  if (key === undefined || shown === null) return;
  const isHere = ticketsIn(state, shown.place, state.me).some(({ id }) => id === ticketId);
  if (!isHere || isHidden(state, ticketId, window.location)) await tellCreated(ticketId, state.tickets[ticketId]?.title ?? "", slug);
}
