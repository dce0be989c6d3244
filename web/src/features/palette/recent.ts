import { useMemo } from "react";
import { useThere } from "@/actions/keptPlaces";
import { useVisits, type Visit } from "@/lib/visits";
import { useTroupe } from "@/sync/store";

/** The most places that the palette shows before anything is typed. */
const most = 6;

interface Here {
  /** The list that is shown, if no task is open over it. */
  listId: string | null;
  ticketId: string | null;
}

/** The visits to offer: the newest first, without the current place. */
export const elsewhere = (visits: readonly Visit[], { listId, ticketId }: Here): readonly Visit[] =>
  visits.filter(({ kind, id }) => id !== (kind === "list" ? listId : ticketId)).slice(0, most);

/** The lists and tasks that the person has opened last, to go back to; and all tasks among them. */
export function useRecent(here: Here): { recent: readonly Visit[]; openedLast: readonly string[] } {
  const workspaceId = useTroupe((state) => state.workspace?.id ?? "");
  const me = useTroupe((state) => state.me ?? "");
  const visits = useVisits(workspaceId, me);
  const openedLast = useMemo(() => visits.flatMap(({ kind, id }) => (kind === "ticket" ? [id] : [])), [visits]);
  return { recent: elsewhere(useThere(visits), here), openedLast };
}
