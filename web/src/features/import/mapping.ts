import { msg, t } from "@lingui/core/macro";
import type { Message } from "@/words/i18n";
import type { ColumnMapping, ColumnTarget, ImportColumn } from "@/wire/http.generated";

export const targetNames: Record<ColumnTarget, Message> = {
  key: msg`Unique key`,
  title: msg`Title`,
  description: msg`Description`,
  status: msg`Status`,
  assignees: msg`Assignees`,
  reporter: msg`Reporter`,
  labels: msg`Labels (multiple per cell)`,
  priority: msg`Priority`,
  startDate: msg`Start date`,
  dueDate: msg`Due date`,
  createdAt: msg`Created`,
  closedAt: msg`Completed`,
  address: msg`Link to the source`,
  comment: msg`Comment`,
  label: msg`Label (“column: value”)`,
  descriptionLine: msg`Add to description`,
  ignore: msg`Skip`,
};

export const targets = Object.keys(targetNames) as ColumnTarget[];

const several: ReadonlySet<ColumnTarget> = new Set(["assignees", "labels", "comment", "label", "descriptionLine", "ignore"]);

/** The target of each column, as the person sees and changes it. */
export type Choices = Readonly<Record<string, ColumnTarget>>;

/** Columns with the same name share one choice. */
export function distinct(columns: readonly ImportColumn[]): ImportColumn[] {
  return columns.filter((column, at) => columns.findIndex(({ name }) => name === column.name) === at);
}

/** The suggested mapping. An unknown column is kept as a line of the description, and never dropped by itself. */
export function firstChoices(columns: readonly ImportColumn[], mapping: ColumnMapping = {}): Choices {
  return Object.fromEntries(
    distinct(columns).map(({ name, suggested }) => [name, mapping[name] ?? suggested ?? "descriptionLine"]),
  );
}

/** Columns without a suggestion: the person should look at them. */
export const unknownColumns = (columns: readonly ImportColumn[]): string[] =>
  distinct(columns)
    .filter(({ suggested }) => suggested === null)
    .map(({ name }) => name);

/** The problems of the choices, by column; problems of the whole mapping are under "". */
export function problemsOf(choices: Choices): Record<string, string> {
  const problems: Record<string, string> = {};
  const first = new Map<ColumnTarget, string>();
  for (const [name, target] of Object.entries(choices)) {
    const taken = first.get(target);
    if (taken !== undefined && !several.has(target)) problems[name] = t`Already mapped from “${taken}”.`;
    else first.set(target, name);
  }
  if (!first.has("title")) problems[""] = t`Choose a column for the title.`;
  return problems;
}
