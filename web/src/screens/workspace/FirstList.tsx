import { Suspense } from "react";
import { useParams } from "react-router";
import { chosenStart, lastList } from "@/lib/lastPlace";
import { laterComponent } from "@/lib/later";
import { Navigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { activeListsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";

const ChosenStart = laterComponent(async () => (await import("./ChosenStart")).ChosenStart, { idle: false });

/**
 * The address names only the workspace: leads to the page that the person has chosen to start with. Without a choice it
 * leads to the list that was last open, or else to the page *Assigned to me*.
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
  const usual = list ? paths.list(slug, list.id) : paths.collection(slug, isEmpty ? "all" : "mine");
  return chosenStart() === null ? <Navigate to={usual} replace /> : <Suspense><ChosenStart usual={usual} isEmpty={isEmpty} /></Suspense>;
}
