import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { collectionNames } from "@/lib/collections";
import { rememberList } from "@/lib/lastPlace";
import { useLocation } from "@/lib/location";
import { usePageName } from "@/lib/pageName";
import { placeAt } from "@/lib/placeAt";
import { memberName, ticketByKey, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import { isolated } from "@/words/isolate";

interface ShownPlace {
  listId: string | null;
  ticketKey: string | null;
}

/** The name of a collection or of the settings; null for a list and for an unknown address. */
function placeName(collection: string | null): string | null {
  if (collection === "settings") return t`Settings`;
  if (collection === "search") return t`Search`;
  return collection !== null && Object.hasOwn(collectionNames, collection) ? collectionNames[collection as keyof typeof collectionNames] : null;
}

/** The place that the address names in the workspace. */
export function useShownPlace(): ShownPlace & { name: string | null } {
  const { listId, recordId, ticketKey, collection } = placeAt(useLocation().pathname);
  const listName = useTroupe((state) => {
    const person = recordId === null ? undefined : state.members[recordId];
    if (person) return memberName(person);
    if (recordId !== null) return (state.components[recordId] ?? state.fixVersions[recordId] ?? state.sprints[recordId])?.name;
    return listId === null ? undefined : state.lists[listId]?.name;
  });
  return { listId, ticketKey, name: listName ?? placeName(collection) };
}

/** "KEY-12 Fix handshake"; for an unknown ticket, its name in the address. */
export function taskTitle(state: Pick<SyncState, "tickets" | "workspace">, named: string): string {
  const ticket = ticketByKey(state, named) ?? state.tickets[named];
  return ticket ? [ticketKey(state, ticket), isolated(ticket.title)].filter(Boolean).join(" ") : named;
}

/** Writes the place into the window's title, and remembers the list for the next visit. */
export function useTrace(workspace: { id: string; name: string } | undefined): void {
  const { listId, ticketKey: named, name } = useShownPlace();
  const own = usePageName((state) => state.name);
  const known = useTroupe((state) => listId !== null && state.lists[listId] !== undefined);
  const task = useTroupe((state) => (named === null ? null : taskTitle(state, named)));
  const title = [...(task === null ? [own ?? name, workspace?.name] : [task]), "Troupe"].filter(Boolean).join(" · ");
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = "Troupe";
    };
  }, [title]);
  const workspaceId = workspace?.id;
  useEffect(() => {
    if (known && listId !== null && workspaceId !== undefined) rememberList(workspaceId, listId);
  }, [known, listId, workspaceId]);
}
