import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useParams } from "react-router";
import { setTarget } from "@/actions/target";
import type { TicketPlace } from "@/features/ticket/place";
import { useLocation, useNavigate } from "@/lib/location";
import { activated, addressOf, arrived, closed, noPanes, openedBeside, openedIn, readPanes, renamed, slotsOf, withoutPanes, type Panes, type Slot } from "@/lib/panes";
import { ticketByKey, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** The state of history entries that this hook writes: their addresses name all panes. */
const OWN = { panes: true };
const isOwn = (state: unknown) => (state as Partial<typeof OWN> | null)?.panes === true;

interface Held {
  /** The history entry, and the path of the page without a task. */
  entry: string;
  base: string;
  panes: Panes;
  slots: readonly Slot[];
  /** True if the address does not name these panes yet. */
  behind: boolean;
}

/** The ticket of a name in the address. */
export const ticketNamed = (state: Pick<View, "tickets" | "workspace">, name: string): Ticket | null => ticketByKey(state, name) ?? state.tickets[name] ?? null;

const idNamed = (name: string): string | null => ticketNamed(useTroupe.getState(), name)?.id ?? null;

function nameOf(ticketId: string): string {
  const state = useTroupe.getState();
  const ticket = state.tickets[ticketId];
  return (ticket && ticketKey(state, ticket)) ?? ticketId;
}

/** What a pane can do to the panes. It stays the same as long as the page does. */
export interface PaneActs {
  place: TicketPlace;
  activate: () => void;
  /** The ticket has another name now. */
  rename: (name: string) => void;
}

export interface OpenPanes {
  slots: readonly Slot[];
  active: number;
  /** The acts of the pane with this number, or of the first one that is going to open. */
  actsOf: (slotId: number | null) => PaneActs;
  openBeside: (ticketId: string) => void;
  /** Closes the panes of tickets that are gone. */
  closeOf: (ticketIds: readonly string[]) => void;
}

/** The panes of the address, whatever page they are open beside, and functions that change them. */
export function usePanes(): OpenPanes {
  const { ticketKey: name = null } = useParams();
  const { pathname, search, key: entry, back, state } = useLocation();
  const navigate = useNavigate();
  const base = name === null ? pathname : pathname.replace(/\/[^/]+\/?$/, "");
  const [held, setHeld] = useState<Held | null>(null);
  let current = held;
  if (current === null || current.entry !== entry || current.base !== base) {
    const named = readPanes(name, search);
    const panes = arrived(current?.base === base ? current.panes : noPanes, named, !back && !isOwn(state));
    current = { entry, base, panes, slots: slotsOf(current?.slots ?? [], panes.names), behind: panes.names.length > named.names.length };
    setHeld(current);
  }
  const { panes, slots, behind } = current;
  useEffect(() => {
    if (behind) navigate(addressOf(base, search, panes), { replace: true, state: OWN });
  }, [behind, navigate, base, search, panes]);

  const latest = useRef({ panes, slots, base, search });
  useLayoutEffect(() => {
    latest.current = { panes, slots, base, search };
  }, [panes, slots, base, search]);
  const rest = withoutPanes(search);
  const acts = useMemo(() => {
    const go = (change: (panes: Panes) => Panes, replace = false) => {
      const now = latest.current;
      const next = change(now.panes);
      if (next === now.panes) return;
      // Another change may come before the next render.
      latest.current = { ...now, panes: next, slots: slotsOf(now.slots, next.names) };
      navigate(addressOf(now.base, now.search, next), { replace, state: OWN });
    };
    const actsOf = (slotId: number | null): PaneActs => {
      const at = () => latest.current.slots.findIndex(({ id }) => id === slotId);
      return {
        place: {
          hrefOf: (ticketId) => `${base}/${nameOf(ticketId)}${rest}`,
          open: (ticketId, { replace = false } = {}) => go((before) => openedIn(before, slotId === null ? before.active : at(), nameOf(ticketId)), replace),
          close: () => go((before) => (slotId === null ? noPanes : closed(before, at()))),
        },
        activate: () => {
          const { panes: before, slots: all } = latest.current;
          const name = all[at()]?.name;
          if (name === undefined || at() === before.active) return;
          // Keys and buttons act on the pane at once; the address follows.
          setTarget({ opened: idNamed(name) });
          go((panes) => activated(panes, at()), true);
        },
        rename: (next) => go((before) => renamed(before, at(), next), true),
      };
    };
    const openBeside = (ticketId: string) => go((before) => openedBeside(before, nameOf(ticketId)));
    const closeOf = (ticketIds: readonly string[]) =>
      go((before) =>
        before.names.reduceRight((now, each, at) => {
          const id = idNamed(each);
          return id !== null && ticketIds.includes(id) ? closed(now, at) : now;
        }, before),
      );
    return { actsOf, openBeside, closeOf };
  }, [base, rest, navigate]);
  return { slots, active: panes.active, ...acts };
}
