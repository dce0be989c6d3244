import { useParams } from "react-router";
import { Navigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { lastPage, startPage } from "@/lib/startPage";
import { useTroupe } from "@/sync/store";
import { startPath } from "./startPath";

/** Leads to the page that the person has chosen to start with. `usual` is the page without a choice. */
export function ChosenStart({ usual, isEmpty }: { usual: string; isEmpty: boolean }) {
  const { workspace: slug = "" } = useParams();
  const chosen = useTroupe((state) => startPath(startPage(), state.workspace && lastPage(state.workspace.id), state, isEmpty));
  return <Navigate to={chosen === null ? usual : `${paths.workspace(slug)}/${chosen}`} replace />;
}
