import { msg, t } from "@lingui/core/macro";
import { attributeTypes, type StoredType } from "@/ui/attributeTypes";
import type { Message } from "@/words/i18n";
import type { Attribute, AttributeType } from "@/wire/generated";
import type { ColumnMapping, ColumnTarget, ImportColumn } from "@/wire/http.generated";

type FieldTarget = Extract<ColumnTarget, string>;

export const targetNames: Record<FieldTarget, Message> = {
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
  taskType: msg`Type`,
  components: msg`Components (multiple per cell)`,
  fixVersions: msg`Fix versions (multiple per cell)`,
  label: msg`Label (“column: value”)`,
  descriptionLine: msg`Add to description`,
  ignore: msg`Skip`,
};

export const targets = Object.keys(targetNames) as FieldTarget[];

const several: ReadonlySet<ColumnTarget> = new Set<ColumnTarget>([
  "assignees",
  "labels",
  "comment",
  "components",
  "fixVersions",
  "label",
  "descriptionLine",
  "ignore",
]);

/** The value of a target in a menu. */
export const keyOf = (target: ColumnTarget): string =>
  typeof target === "string" ? target : "attribute" in target ? target.attribute : "newAttribute";

/** The target with this value in a menu. A new attribute begins with the type that the node has guessed. */
export function targetOf(key: string, column: ImportColumn, attributes: readonly Attribute[]): ColumnTarget | undefined {
  if (key === "newAttribute") return { newAttribute: column.attribute ?? "text" };
  if (attributes.some(({ id }) => id === key)) return { attribute: key };
  return targets.find((target) => target === key);
}

/** The types of the attributes that an import can create. Attributes of labels and of linked tasks must exist already: a file contains no label sets, and names only tasks that exist. */
export const newTypes = attributeTypes.filter((type): type is Exclude<StoredType, "linkedTasks"> => type !== "labels" && type !== "linkedTasks");

/** The type of the attribute that the column becomes; undefined for another target. */
export const newType = (target: ColumnTarget | undefined): AttributeType | undefined =>
  typeof target === "object" && "newAttribute" in target ? target.newAttribute : undefined;

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
  const first = new Map<string, string>();
  for (const [name, target] of Object.entries(choices)) {
    // The attribute of a column has the column's name, which no other attribute may have, in any case.
    const key = newType(target) === undefined ? keyOf(target) : ["newAttribute", name.toLowerCase()].join(" ");
    const taken = first.get(key);
    if (taken !== undefined && !several.has(target)) problems[name] = t`Already mapped from “${taken}”.`;
    else first.set(key, name);
  }
  if (!first.has("title")) problems[""] = t`Choose a column for the title.`;
  return problems;
}
