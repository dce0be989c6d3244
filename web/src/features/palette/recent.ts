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

/** The lists and tasks that the person has opened last, to go back to. */
export function useRecent(here: Here): readonly Visit[] {
  const workspaceId = useTroupe((state) => state.workspace?.id ?? "");
  const me = useTroupe((state) => state.me ?? "");
  return elsewhere(useThere(useVisits(workspaceId, me)), here);
}
