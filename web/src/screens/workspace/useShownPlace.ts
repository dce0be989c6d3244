import { useEffect } from "react";
import { useMatches } from "react-router";
import { rememberList } from "@/lib/lastPlace";
import { useTroupe } from "@/sync/store";

const collections: Record<string, string> = {
  all: "All tasks",
  mine: "Assigned to me",
  created: "Created by me",
  private: "Private tasks",
  trash: "Trash",
  settings: "Settings",
};

interface ShownPlace {
  listId: string | null;
  ticketKey: string | null;
  isPrivate: boolean;
}

/** What the address shows inside the workspace; the parts belong to routes below, so all matches are asked. */
export function useShownPlace(): ShownPlace & { name: string | null } {
  const match = useMatches().at(-1);
  const { listId = null, ticketKey = null } = match?.params ?? {};
  const collection = match?.pathname.split("/")[3] ?? "";
  const listName = useTroupe((state) => (listId === null ? undefined : state.lists[listId]?.name));
  return { listId, ticketKey, isPrivate: collection === "private", name: listName ?? collections[collection] ?? null };
}

/** Says in the window's title where we are, and remembers the list for the next visit. */
export function useTrace(workspace: { id: string; name: string } | undefined): void {
  const { listId, ticketKey, name } = useShownPlace();
  const known = useTroupe((state) => listId !== null && state.lists[listId] !== undefined);
  const title = [ticketKey, name, workspace?.name, "Troupe"].filter(Boolean).join(" · ");
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
