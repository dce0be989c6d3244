import { useEffect } from "react";
import { rememberVisit } from "@/lib/visits";
import { ticketByKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { useShownPlace } from "./useShownPlace";

/** Remembers the lists and tasks that the person opens, for the home page. */
export function useRememberVisits(workspaceId: string): void {
  const { listId, ticketKey } = useShownPlace();
  const me = useTroupe((state) => state.me);
  const list = useTroupe((state) => (listId !== null && state.lists[listId] ? listId : null));
  const ticket = useTroupe((state) => (ticketKey === null ? null : (ticketByKey(state, ticketKey)?.id ?? state.tickets[ticketKey]?.id ?? null)));
  useEffect(() => {
    if (me !== null && list !== null) rememberVisit(workspaceId, me, { kind: "list", id: list });
  }, [workspaceId, me, list]);
  useEffect(() => {
    if (me !== null && ticket !== null) rememberVisit(workspaceId, me, { kind: "ticket", id: ticket });
  }, [workspaceId, me, ticket]);
}
