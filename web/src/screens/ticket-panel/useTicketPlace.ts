import { useCallback, useMemo } from "react";
import { useParams } from "react-router";
import type { TicketPlace } from "@/features/ticket/place";
import { useLocation, useNavigate } from "@/lib/location";
import { ticketByKey, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";

/** The ticket of the address, whatever page it is open over, and functions to open others. */
export function useTicketPlace(): { ticketId: string | null; name: string | null; place: TicketPlace } {
  const { ticketKey: name = null } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const ticketId = useTroupe((state) =>
    name === null ? null : (ticketByKey(state, name)?.id ?? state.tickets[name]?.id ?? null),
  );
  const base = useMemo(
    () => (name === null ? pathname : pathname.replace(/\/[^/]+\/?$/, "")),
    [pathname, name],
  );
  const hrefOf = useCallback(
    (id: string) => {
      const state = useTroupe.getState();
      const ticket = state.tickets[id];
      return `${base}/${(ticket && ticketKey(state, ticket)) ?? id}${search}`;
    },
    [base, search],
  );
  const open = useCallback(
    (id: string, { replace = false } = {}) => void navigate(hrefOf(id), { replace }),
    [navigate, hrefOf],
  );
  const close = useCallback(() => void navigate(`${base}${search}`), [navigate, base, search]);
  const place = useMemo(() => ({ hrefOf, open, close }), [hrefOf, open, close]);
  return { ticketId, name, place };
}
