import { useMemo } from "react";
import { arranger, type Arranged } from "@/fields/arrange/arrange";
import type { Place } from "@/fields/arrange/place";
import type { Settings } from "@/fields/arrange/settings";
import type { FieldId } from "@/fields/field";
import { useFields } from "@/fields/registry";
import { useTroupe } from "@/sync/store";

/** The place in the order to show. It renders again only when the order, the groups or the counts change. */
export function useArranged(place: Place, settings: Settings, group: FieldId): Arranged {
  const { filters, find, sort, descending } = settings;
  const fields = useFields();
  const follow = useMemo(
    () => arranger(place, { filters, find, group, sort, descending }, fields),
    [place, filters, find, group, sort, descending, fields],
  );
  return useTroupe(follow);
}
