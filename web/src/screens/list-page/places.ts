import { collectionNames } from "@/lib/collections";
import type { Favorite } from "@/lib/favorites";
import { paths, type Collection } from "@/lib/paths";
import { isRecordPage } from "@/lib/placeAt";
import type { Place } from "@/fields/arrange/place";

/** The name of a collection. Lists, components, fix versions and sprints have names of their own. */
export const nameOf = (collection: Collection): string =>
  collection === "list" || isRecordPage(collection) ? "" : collectionNames[collection];

/** The address of a place for other people; null for a place that differs for each person. */
export function sharedPath(key: string, { collection, listId, recordId }: Place): string | null {
  if (listId !== null) return paths.list(key, listId);
  if (recordId && isRecordPage(collection)) return paths.record(key, collection, recordId);
  return collection === "all" ? paths.collection(key, "all") : null;
}

/** The place as a favorite. */
export function favoriteAt({ collection, listId, recordId }: Place): Favorite {
  if (listId !== null) return { kind: "list", id: listId };
  return recordId && isRecordPage(collection) ? { kind: collection, id: recordId } : { kind: "page", id: collection };
}
