import { collectionNames } from "@/lib/collections";
import { paths, type Collection } from "@/lib/paths";
import type { Place } from "@/fields/arrange/place";
import type { View } from "@/sync/types";
import type { Component, FixVersion } from "@/wire/generated";

/** The component or the fix version whose tickets a page shows; undefined on other pages, and once it is deleted. */
export function recordIn({ components, fixVersions }: Pick<View, "components" | "fixVersions">, { collection, recordId }: Place): Component | FixVersion | undefined {
  if (!recordId) return undefined;
  if (collection === "component") return components[recordId];
  return collection === "version" ? fixVersions[recordId] : undefined;
}

/** The name of a collection. Lists, components and fix versions have names of their own. */
export const nameOf = (collection: Collection): string =>
  collection === "list" || collection === "component" || collection === "version" ? "" : collectionNames[collection];

/** The address of a place for other people; null for a place that differs for each person. */
export function sharedPath(key: string, { collection, listId, recordId }: Place): string | null {
  if (listId !== null) return paths.list(key, listId);
  if (recordId && (collection === "component" || collection === "version")) return paths.record(key, collection, recordId);
  return collection === "all" ? paths.collection(key, "all") : null;
}
