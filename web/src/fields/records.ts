import { t } from "@lingui/core/macro";
import { Blocks, Milestone, Shapes, Target } from "lucide-react";
import { componentsInOrder, fixVersionsInOrder, sprintsInOrder, taskTypesInOrder } from "@/sync/selectors";
import type { ById } from "@/sync/types";
import type { Component, FixVersion, Sprint, TaskType } from "@/wire/generated";
import { byNames } from "./arrange/sort";
import type { Field } from "./field";
import { once, optionsOf, type Config, type Option } from "./options";
import type { Many, One } from "./value";

const typeOptions = once((taskTypes: ById<TaskType>): readonly Option[] =>
  taskTypesInOrder({ taskTypes }).map(({ id, name, icon, color }) => ({ id, name, look: { is: "taskType", icon, hue: color } })),
);

const componentOptions = once((rows: ById<Component>): readonly Option[] => componentsInOrder({ components: rows }).map(({ id, name }) => ({ id, name })));

const versionOptions = once((rows: ById<FixVersion>): readonly Option[] => fixVersionsInOrder({ fixVersions: rows }).map(({ id, name }) => ({ id, name })));

/** The versions that a ticket may still get: an archived one is kept for the tickets that have it. */
const offeredVersions = once((rows: ById<FixVersion>): readonly Option[] => versionOptions(rows).filter(({ id }) => rows[id]?.state !== "archived"));

const sprintOptions = once((rows: ById<Sprint>): readonly Option[] => sprintsInOrder({ sprints: rows }).map(({ id, name }) => ({ id, name })));

/** The sprints that a ticket may still get: a completed one is kept for the tickets that have it. The active ones come first. */
const offeredSprints = once((rows: ById<Sprint>): readonly Option[] => {
  const are = (state: Sprint["state"]) => sprintOptions(rows).filter(({ id }) => rows[id]?.state === state);
  return [...are("active"), ...are("planned")];
});

const sprintPlaces = once((sprints: ById<Sprint>): ReadonlyMap<string, number> => new Map(sprintsInOrder({ sprints }).map(({ id }, place) => [id, place])));

const nothing: readonly string[] = [];

/** The places of the types in their order, for sorting. */
const places = once((taskTypes: ById<TaskType>): ReadonlyMap<string, number> => new Map(taskTypesInOrder({ taskTypes }).map(({ id }, place) => [id, place])));

export const taskTypeId = "taskType";

/** The task type. */
const typeField = (taskTypes: ById<TaskType>): Field & { value: One } => ({
  id: taskTypeId,
  key: "taskTypeId",
  word: "type",
  name: () => t`Task type`,
  noun: () => t`task type`,
  value: {
    kind: "one",
    options: { ...optionsOf((config) => typeOptions(config.taskTypes)), gone: () => t`a deleted task type` },
    none: { name: () => t`No task type` },
    read: (ticket) => ticket.taskTypeId ?? null,
    write: (id) => ({ taskTypeId: id }),
    start: (id) => ({ taskTypeId: id }),
  },
  column: { order: 5, width: 108, shown: true },
  filter: { order: 5, icon: Shapes },
  group: { order: 35 },
  sort: {
    order: 50,
    ways: [() => t`In the order of types`, () => t`In reverse order of types`],
    key: (ticket) => places(taskTypes).get(ticket.taskTypeId ?? "") ?? null,
  },
  panel: { order: 15 },
  bulk: { order: 75, icon: Shapes, more: true },
  card: { order: 5, place: "top" },
  action: { order: 15, icon: Shapes, keys: ["Shift+T"], menu: 15 },
  draft: { order: 15, nothing: () => t`Task type`, icon: Shapes },
  history: { activities: ["taskTypeChange", "taskTypeRemoved"], icon: Shapes, sentence: "fromTo" },
});

const componentsValue: Many = {
  kind: "many",
  options: { ...optionsOf((config) => componentOptions(config.components)), gone: () => t`a deleted component` },
  none: { name: () => t`No component` },
  shown: "chips",
  read: ({ componentsIds }) => componentsIds ?? nothing,
  write: (componentsIds) => ({ componentsIds }),
  start: (componentsIds) => ({ componentsIds }),
};

/** The components. */
export const componentsField: Field & { value: Many } = {
  id: "components",
  key: "componentsIds",
  word: "component",
  name: () => t`Components`,
  noun: () => t`components`,
  value: componentsValue,
  column: { order: 80, width: 160, shown: false },
  filter: { order: 50, name: () => t`Component`, noun: () => t`component`, icon: Blocks },
  group: { order: 50 },
  sort: byNames(52, componentsValue),
  card: { order: 20, place: "chips", off: true },
  panel: { order: 42, rare: true },
  bulk: { order: 80, name: () => t`Component`, icon: Blocks, more: true },
  action: { order: 42, icon: Blocks, keys: [] },
  draft: { order: 55, nothing: () => t`Components`, icon: Blocks },
  history: { activities: ["componentsChange"], icon: Blocks, sentence: "chosen" },
};

const versionsValue: Many = {
  kind: "many",
  options: { ...optionsOf((config) => versionOptions(config.fixVersions)), offered: ({ fixVersions }) => offeredVersions(fixVersions), gone: () => t`a deleted version` },
  none: { name: () => t`No fix version` },
  shown: "chips",
  read: ({ fixVersionsIds }) => fixVersionsIds ?? nothing,
  write: (fixVersionsIds) => ({ fixVersionsIds }),
  start: (fixVersionsIds) => ({ fixVersionsIds }),
};

/** The fix versions. */
export const versionsField: Field & { value: Many } = {
  id: "fixVersions",
  key: "fixVersionsIds",
  word: "version",
  name: () => t`Fix versions`,
  noun: () => t`fix versions`,
  value: versionsValue,
  column: { order: 90, width: 140, shown: false },
  filter: { order: 55, name: () => t`Fix version`, noun: () => t`fix version`, icon: Milestone },
  group: { order: 55 },
  sort: byNames(55, versionsValue),
  card: { order: 30, place: "chips", off: true },
  panel: { order: 44, rare: true },
  bulk: { order: 85, name: () => t`Fix version`, icon: Milestone, more: true },
  action: { order: 44, icon: Milestone, keys: [] },
  draft: { order: 60, nothing: () => t`Fix versions`, icon: Milestone },
  history: { activities: ["fixVersionsChange"], icon: Milestone, sentence: "chosen" },
};

/** The id of the field with the sprint. */
export const sprintId = "sprint";

/** The sprint. */
const sprintField = once((sprints: ById<Sprint>): Field & { value: One } => ({
  id: sprintId,
  key: "sprintId",
  word: "sprint",
  name: () => t`Sprint`,
  noun: () => t`sprint`,
  value: {
    kind: "one",
    options: { ...optionsOf((config) => sprintOptions(config.sprints)), offered: ({ sprints: rows }) => offeredSprints(rows), gone: () => t`a deleted sprint` },
    none: { name: () => t`No sprint` },
    read: (ticket) => ticket.sprintId ?? null,
    write: (id) => ({ sprintId: id }),
    start: (id) => ({ sprintId: id }),
  },
  column: { order: 95, width: 140, shown: false },
  filter: { order: 57, icon: Target },
  group: { order: 57 },
  card: { order: 40, place: "chips", off: true },
  sort: {
    order: 60,
    ways: [() => t`Earliest sprint first`, () => t`Latest sprint first`],
    key: (ticket) => sprintPlaces(sprints).get(ticket.sprintId ?? "") ?? null,
  },
  panel: { order: 46, rare: true },
  bulk: { order: 90, icon: Target, more: true },
  action: { order: 46, icon: Target, keys: ["Shift+C"] },
  draft: { order: 65, nothing: () => t`Sprint`, icon: Target },
  history: { activities: [], icon: Target, sentence: "fromTo" },
}));

const isEmpty = once((rows: ById<unknown>): boolean => Object.keys(rows).length === 0);

/** The fields for each combination of the kinds that a workspace has, made once for each table of task types. */
const gathered = once((taskTypes: ById<TaskType>) => once((sprints: ById<Sprint>) => {
  const known = new Map<string, readonly Field[]>();
  return (hasComponents: boolean, hasVersions: boolean): readonly Field[] => {
    const key = `${String(hasComponents)} ${String(hasVersions)}`;
    const fields = known.get(key) ?? [
      ...(isEmpty(taskTypes) ? [] : [typeField(taskTypes)]),
      ...(hasComponents ? [componentsField] : []),
      ...(hasVersions ? [versionsField] : []),
      ...(isEmpty(sprints) ? [] : [sprintField(sprints)]),
    ];
    known.set(key, fields);
    return fields;
  };
}));

/**
 * The fields whose options are the task types, the components, the fix versions and the sprints. A workspace that has made none of a
 * kind does not have that field. The same array until a task type or a sprint changes, or a kind gets its first row.
 */
export const recordFields = ({ taskTypes, components, fixVersions, sprints }: Config): readonly Field[] =>
  gathered(taskTypes)(sprints)(!isEmpty(components), !isEmpty(fixVersions));
