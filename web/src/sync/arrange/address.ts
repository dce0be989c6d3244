import { priorities } from "@/ui/vocabulary";
import { defaults, filterKinds, groupings, isFiltered, NONE, noFilters, sortings, type FilterKind, type Filters, type Settings } from "./settings";

/** The settings of a place that are in its address: a link shows the same tasks in the same order to everybody. */
export type Arrangement = Pick<Settings, "filters" | "group" | "sort" | "descending">;

export const plain: Arrangement = { filters: noFilters, group: defaults.group, sort: defaults.sort, descending: defaults.descending };

/** The most values that a filter in an address may name. This app never writes more. */
const mostValues = 100;
const longestText = 200;

const params: Record<FilterKind, string> = { status: "status", assignees: "assignee", labels: "label", priority: "priority" };
const names = ["group", "sort", "find", ...Object.values(params)];

/** Reads the settings in an address, and ignores unknown values. Null if the address names none: the place then uses its stored settings. */
export function readAddress(search: string): Arrangement | null {
  const said = new URLSearchParams(search);
  if (!names.some((name) => said.has(name))) return null;
  const sort = said.get("sort") ?? "";
  const by = sortings.find((each) => each === sort.replace(/^-/, ""));
  const values = (kind: FilterKind) => [...new Set((said.get(params[kind]) ?? "").split(",").filter((value) => value !== ""))].slice(0, mostValues);
  return {
    filters: {
      status: values("status"),
      assignees: values("assignees"),
      labels: values("labels"),
      priority: values("priority").filter((value) => value === NONE || priorities.some((known) => known === value)),
      text: (said.get("find") ?? "").slice(0, longestText),
    },
    group: groupings.find((each) => each === said.get("group")) ?? plain.group,
    sort: by ?? plain.sort,
    descending: by !== undefined && sort.startsWith("-"),
  };
}

/** Writes settings into an address. Other parameters stay, and defaults are left out. */
export function writeAddress(search: string, { filters, group, sort, descending }: Arrangement): string {
  const said = new URLSearchParams(search);
  for (const name of names) said.delete(name);
  if (group !== plain.group) said.set("group", group);
  if (sort !== plain.sort || descending) said.set("sort", `${descending ? "-" : ""}${sort}`);
  for (const kind of filterKinds) if (filters[kind].length > 0) said.set(params[kind], filters[kind].join(","));
  if (filters.text.trim() !== "") said.set("find", filters.text);
  const text = said.toString().replaceAll("%2C", ",");
  return text === "" ? "" : `?${text}`;
}

/**
 * Writes settings into an address. The result always names a setting, at least the default group: an address that names
 * none shows the place as it was left, which may be filtered or sorted.
 */
export function writeArrangement(search: string, arrangement: Arrangement): string {
  const written = writeAddress(search, arrangement);
  if (readAddress(written) !== null) return written;
  return `${written === "" ? "?" : `${written}&`}group=${plain.group}`;
}

/** Writes filters into an address, whose group and order stay. */
export const writeFilters = (search: string, filters: Filters): string =>
  writeArrangement(search, { ...(readAddress(search) ?? plain), filters });

interface Known {
  statuses: Readonly<Record<string, unknown>>;
  members: Readonly<Record<string, unknown>>;
  labels: Readonly<Record<string, unknown>>;
}

/** Removes filter values that the workspace does not have: a deleted label would hide every task. */
export function knownFilters(filters: Filters, { statuses, members, labels }: Known): Filters {
  if (!isFiltered({ filters })) return filters;
  const among = (values: readonly string[], rows: Readonly<Record<string, unknown>>) =>
    values.filter((value) => value === NONE || rows[value] !== undefined);
  return {
    ...filters,
    status: among(filters.status, statuses),
    assignees: among(filters.assignees, members),
    labels: among(filters.labels, labels),
  };
}
