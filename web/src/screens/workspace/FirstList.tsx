import { useParams } from "react-router";
import { lastList } from "@/lib/lastPlace";
import { Navigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { activeListsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";

/**
 * The address names only the workspace: leads to the list that was last open, or else to the page *Assigned to me*.
 * A workspace without tasks has nothing to assign, so it begins with its first list.
 */
export function FirstList() {
  const { workspace: slug = "" } = useParams();
  const lists = useTroupe((state) => state.lists);
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const isEmpty = useTroupe(({ tickets }) => Object.keys(tickets).length === 0);
  const sorted = activeListsInOrder({ lists }).toSorted((a, b) => Number(a.suggested) - Number(b.suggested));
  const last = workspaceId === undefined ? null : lastList(workspaceId);
  const list = sorted.find(({ id }) => id === last) ?? (isEmpty ? sorted[0] : undefined);
  return <Navigate to={list ? paths.list(slug, list.id) : paths.collection(slug, isEmpty ? "all" : "mine")} replace />;
}
