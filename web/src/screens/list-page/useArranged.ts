import { useMemo } from "react";
import { arranger, type Arranged } from "@/sync/arrange/arrange";
import type { Place } from "@/sync/arrange/place";
import type { GroupBy, Settings } from "@/sync/arrange/settings";
import { useTroupe } from "@/sync/store";

/** The place as it is to be shown; it renders again only when the order, the groups or the counts do. */
export function useArranged(place: Place, settings: Settings, group: GroupBy): Arranged {
  const { filters, sort, descending } = settings;
  const follow = useMemo(
    () => arranger(place, { filters, group, sort, descending }),
    [place, filters, group, sort, descending],
  );
  return useTroupe(follow);
}
