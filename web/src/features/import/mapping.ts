import type { ColumnMapping, ColumnTarget, ImportColumn } from "@/api/import";

export const targetNames: Record<ColumnTarget, string> = {
  key: "Key, tells the tasks apart",
  title: "Title",
  description: "Description",
  status: "Status",
  assignees: "Assignees",
  reporter: "Reporter",
  labels: "Labels, several in a cell",
  priority: "Priority",
  startDate: "Start date",
  dueDate: "Due date",
  createdAt: "Created",
  closedAt: "Closed",
  comment: "Comment",
  label: "A label, “column: value”",
  descriptionLine: "A line of the description",
  ignore: "Leave it out",
};

export const targets = Object.keys(targetNames) as ColumnTarget[];

const several: ReadonlySet<ColumnTarget> = new Set(["assignees", "labels", "comment", "label", "descriptionLine", "ignore"]);

/** What each column feeds, as the person sees and changes it. */
export type Choices = Readonly<Record<string, ColumnTarget>>;

/** Columns of one name are chosen for once. */
export function distinct(columns: readonly ImportColumn[]): ImportColumn[] {
  return columns.filter((column, at) => columns.findIndex(({ name }) => name === column.name) === at);
}

/** What is suggested; a column that nobody knows is kept, as a line of the description, and never dropped by itself. */
export function firstChoices(columns: readonly ImportColumn[], mapping: ColumnMapping = {}): Choices {
  return Object.fromEntries(
    distinct(columns).map(({ name, suggested }) => [name, mapping[name] ?? suggested ?? "descriptionLine"]),
  );
}

/** Columns that nobody knew: the person should look at them. */
export const unknownColumns = (columns: readonly ImportColumn[]): string[] =>
  distinct(columns)
    .filter(({ suggested }) => suggested === null)
    .map(({ name }) => name);

/** What stands in the way, by column; under "" what concerns the whole. */
export function problemsOf(choices: Choices): Record<string, string> {
  const problems: Record<string, string> = {};
  const first = new Map<ColumnTarget, string>();
  for (const [name, target] of Object.entries(choices)) {
    const taken = first.get(target);
    if (taken !== undefined && !several.has(target)) problems[name] = `“${taken}” feeds this already.`;
    else first.set(target, name);
  }
  if (!first.has("title")) problems[""] = "One column has to be the title.";
  return problems;
}
