import { share } from "@/actions/share";
import { namingView } from "@/actions/usualView";
import { paths, type ViewKind } from "@/lib/paths";
import { isRecordPage } from "@/lib/placeAt";
import type { Place } from "@/fields/arrange/place";

/** The address of a place that is the same for all people. */
function pathOf(key: string, { collection, listId, recordId }: Place): string {
  if (listId !== null) return paths.list(key, listId);
  return recordId && isRecordPage(collection) ? paths.record(key, collection, recordId) : paths.collection(key, "all");
}

/** Shares the address of a place, with the filters and the view that it is shown with. */
export const sharePlace = (key: string, place: Place, view: ViewKind, title: string): Promise<void> =>
  share(`${location.origin}${pathOf(key, place)}${namingView(location.search, view)}`, title);
