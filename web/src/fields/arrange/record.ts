import { memberName } from "@/sync/selectors";
import type { View } from "@/sync/types";
import type { Component, FixVersion, Member, Sprint } from "@/wire/generated";
import type { Place } from "./place";

type Record = Component | FixVersion | Sprint | Member;

/** The component, the fix version, the sprint or the person whose tickets a page shows; undefined on other pages, and once it is deleted. */
export function recordIn({ components, fixVersions, sprints, members }: Pick<View, "components" | "fixVersions" | "sprints" | "members">, { collection, recordId }: Pick<Place, "collection" | "recordId">): Record | undefined {
  if (!recordId) return undefined;
  if (collection === "component") return components[recordId];
  if (collection === "sprint") return sprints[recordId];
  if (collection === "person") return members[recordId];
  return collection === "version" ? fixVersions[recordId] : undefined;
}

export const recordName = (record: Record): string => ("name" in record ? record.name : memberName(record));
