import { withPart, type Field } from "../field";
import { ME, NONE, type Config } from "../options";
import { people } from "../people";
import { status } from "../status";
import { isChoice } from "../value";
import { conditionForm } from "./condition";
import { fieldCalled, filtersFrom, groupFrom, longestFilter, MANUAL, subtasksFrom, unfiltered, wantedOf, wordOf, type Filtering, type Filters, type Settings } from "./settings";

/**
 * The settings of a place that are in its address, so that a link shows the same tasks in the same order to every
 * reader.
 */
export type Arrangement = Pick<Settings, "filters" | "filter" | "find" | "openOnly" | "group" | "lanes" | "sort" | "descending" | "subtasks">;

export const plain: Arrangement = { ...unfiltered, openOnly: false, group: status.id, lanes: NONE, sort: MANUAL, descending: false, subtasks: "nested" };

/** The most values that a filter in an address may name. This app never writes more. */
const mostValues = 100;
const longestText = 200;

/** A comma separates the values of a filter, so one within a text is written as `%2C`. */
const escaped = (value: string) => value.replaceAll("%", "%25").replaceAll(",", "%2C");
const unescaped = (value: string) => value.replaceAll("%2C", ",").replaceAll("%25", "%");

const parametersOf = (fields: readonly Field[]) => ["group", "lanes", "sort", "subtasks", "filter", "find", "show", ...withPart(fields, "filter").map(({ word }) => word)];

/** Reads the settings in an address, and ignores unknown values. Null if the address names none: the place then uses its stored settings. */
export function readAddress(search: string, fields: readonly Field[]): Arrangement | null {
  const said = new URLSearchParams(search);
  if (!parametersOf(fields).some((name) => said.has(name))) return null;
  const sort = said.get("sort") ?? "";
  const way = sort.replace(/^-/, "");
  const by = way === MANUAL ? MANUAL : fieldCalled(withPart(fields, "sort"), way)?.id;
  const values = (word: string) => [...new Set((said.get(word) ?? "").split(",").filter((value) => value !== "").map(unescaped))].slice(0, mostValues);
  return {
    filters: filtersFrom(fields, ({ word }) => values(word)),
    filter: (said.get("filter") ?? "").slice(0, longestFilter),
    find: (said.get("find") ?? "").slice(0, longestText),
    openOnly: said.get("show") === "open",
    group: groupFrom(fields, said.get("group"), plain.group),
    lanes: groupFrom(fields, said.get("lanes"), NONE),
    sort: by ?? plain.sort,
    descending: by !== undefined && sort.startsWith("-"),
    subtasks: subtasksFrom(said.get("subtasks")),
  };
}

/** Writes settings into an address. Other parameters stay, and defaults are left out. */
export function writeAddress(search: string, { filters, filter, find, openOnly, group, lanes, sort, descending, subtasks }: Arrangement, fields: readonly Field[]): string {
  const said = new URLSearchParams(search);
  for (const name of parametersOf(fields)) said.delete(name);
  if (group !== plain.group) said.set("group", wordOf(fields, group));
  if (lanes !== NONE) said.set("lanes", wordOf(fields, lanes));
  if (sort !== plain.sort || descending) said.set("sort", `${descending ? "-" : ""}${wordOf(fields, sort)}`);
  if (subtasks !== plain.subtasks) said.set("subtasks", subtasks);
  for (const { id, word } of withPart(fields, "filter")) {
    const values = wantedOf(filters, id);
    if (values.length > 0) said.set(word, values.map(escaped).join(","));
  }
  if (filter !== "") said.set("filter", filter);
  if (find.trim() !== "") said.set("find", find);
  if (openOnly) said.set("show", "open");
  const text = said.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return text === "" ? "" : `?${text}`;
}

/**
 * Writes settings into an address. The result always names a setting, at least the default group: an address that names
 * none shows the place as it was left, which may be filtered or sorted.
 */
export function writeArrangement(search: string, arrangement: Arrangement, fields: readonly Field[]): string {
  const written = writeAddress(search, arrangement, fields);
  if (readAddress(written, fields) !== null) return written;
  return `${written === "" ? "?" : `${written}&`}group=${status.word}`;
}

/** Writes filters into an address, whose group and order stay. */
export const writeFilters = (search: string, filtering: Filtering, fields: readonly Field[]): string =>
  writeArrangement(search, { ...(readAddress(search, fields) ?? plain), ...filtering }, fields);

/** Removes filter values that the workspace does not have: a deleted label would hide every task. */
export function knownFilters(filters: Filters, config: Config, fields: readonly Field[]): Filters {
  if (Object.keys(filters).length === 0) return filters;
  return filtersFrom(fields, ({ id, value }) =>
    wantedOf(filters, id).filter((wanted) => wanted === NONE || conditionForm(value) !== null || (isChoice(value) && (value.options.search !== undefined || value.options.find(config, wanted) !== undefined || (wanted === ME && value.options === people)))),
  );
}
