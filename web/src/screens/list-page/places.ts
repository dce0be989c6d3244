import { collectionNames } from "@/lib/collections";
import { isRecordPage, paths, type Collection } from "@/lib/paths";
import type { Place } from "@/fields/arrange/place";
import type { View } from "@/sync/types";
import { memberName } from "@/sync/selectors";
import type { Component, FixVersion, Member, Sprint } from "@/wire/generated";

type Record = Component | FixVersion | Sprint | Member;

/** The component, the fix version, the sprint or the person whose tickets a page shows; undefined on other pages, and once it is deleted. */
export function recordIn({ components, fixVersions, sprints, members }: Pick<View, "components" | "fixVersions" | "sprints" | "members">, { collection, recordId }: Place): Record | undefined {
  if (!recordId) return undefined;
  if (collection === "component") return components[recordId];
  if (collection === "sprint") return sprints[recordId];
  if (collection === "person") return members[recordId];
  return collection === "version" ? fixVersions[recordId] : undefined;
}

export const recordName = (record: Record): string => ("name" in record ? record.name : memberName(record));

/** The name of a collection. Lists, components, fix versions and sprints have names of their own. */
export const nameOf = (collection: Collection): string =>
  collection === "list" || isRecordPage(collection) ? "" : collectionNames[collection];

/** The address of a place for other people; null for a place that differs for each person. */
export function sharedPath(key: string, { collection, listId, recordId }: Place): string | null {
  if (listId !== null) return paths.list(key, listId);
  if (recordId && isRecordPage(collection)) return paths.record(key, collection, recordId);
  return collection === "all" ? paths.collection(key, "all") : null;
}
