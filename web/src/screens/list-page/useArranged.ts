import { use, useMemo } from "react";
import { arranger, type Arranged } from "@/fields/arrange/arrange";
import type { Place } from "@/fields/arrange/place";
import type { Settings } from "@/fields/arrange/settings";
import type { FieldId } from "@/fields/field";
import { filterLanguage } from "@/fields/filterLanguage";
import { useFields } from "@/fields/registry";
import { useTroupe } from "@/sync/store";

/** The place in the order to show, without subtasks if `rootsOnly` is true. It renders again only when the order, the groups or the counts change. */
export function useArranged(place: Place, settings: Settings, group: FieldId, rootsOnly: boolean): Arranged {
  const { filters, filter, find, openOnly, sort, descending } = settings;
  const fields = useFields();
  const language = filter === "" ? null : use(filterLanguage.load());
  const follow = useMemo(() => {
    const make = language ? language.testIn(filter, fields) : undefined;
    return arranger(place, { filters, filter, find, openOnly, group, sort, descending, rootsOnly }, fields, make);
  }, [place, filters, filter, language, find, openOnly, group, sort, descending, rootsOnly, fields]);
  return useTroupe(follow);
}
