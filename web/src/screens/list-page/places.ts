import { collectionNames } from "@/lib/collections";
import type { Favorite } from "@/lib/favorites";
import type { Collection } from "@/lib/paths";
import { isRecordPage } from "@/lib/placeAt";
import type { Place } from "@/fields/arrange/place";

/** The name of a collection. Lists, components, fix versions and sprints have names of their own. */
export const nameOf = (collection: Collection): string =>
  collection === "list" || isRecordPage(collection) ? "" : collectionNames[collection];

/** True if the place is the same for all people. */
export const isShared = ({ collection, listId, recordId }: Place): boolean => Boolean(listId ?? recordId) || collection === "all";

/** The place as a favorite. */
export function favoriteAt({ collection, listId, recordId }: Place): Favorite {
  if (listId !== null) return { kind: "list", id: listId };
  return recordId && isRecordPage(collection) ? { kind: collection, id: recordId } : { kind: "page", id: collection };
}
