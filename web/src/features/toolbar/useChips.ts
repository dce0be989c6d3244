import { use, useMemo } from "react";
import type { Settings } from "@/fields/arrange/settings";
import { filterLanguage } from "@/fields/filterLanguage";
import { useFields } from "@/fields/registry";
import { useConfig } from "@/fields/useOptions";

/** The filter of a toolbar as chips, with the functions of the language. */
export function useChips({ filters, filter }: Pick<Settings, "filters" | "filter">) {
  const { languageOf, readStored, splitOf, chipsIn, heldBy } = use(filterLanguage.load());
  const fields = useFields();
  const config = useConfig();
  const language = useMemo(() => languageOf(fields, config), [languageOf, fields, config]);
  const stored = useMemo(() => readStored(filter, language), [readStored, filter, language]);
  const split = useMemo(() => splitOf(stored.filter, fields), [splitOf, stored, fields]);
  const chips = useMemo(() => chipsIn(filters, split, language), [chipsIn, filters, split, language]);
  return { fields, language, stored, split, chips, heldBy };
}
