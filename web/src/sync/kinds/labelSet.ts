import { t } from "@lingui/core/macro";
import { lineOf } from "@/lib/text";
import type { Attribute, Command, LabelSet } from "@/wire/generated";
import type { RowReader } from "../tables/tables";
import { inFrontOf, moved, settledDefault, withLabels, withSet } from "./labelSets";
import type { Before, CommandOf, CommandRules, KnownToDescribe, Rules, Touch } from "./kind";
import { isUnused } from "./named";
import { same } from "../tables/tables";
import type { World } from "./world";

type LabelSetCommand = Extract<Command, { kind: `labelSet.${string}` }>;

/** The sets after a command; null if the node refuses it. */
type Change<C extends LabelSetCommand> = (rows: RowReader, sets: readonly LabelSet[], command: C) => readonly LabelSet[] | null;

const create: Change<CommandOf<"labelSet.create">> = (rows, sets, command) => withSet(rows, sets, command);

const update: Change<CommandOf<"labelSet.update">> = (rows, sets, { labelSetId, patch }) => {
  const { name, single, labels } = patch;
  if (!sets.some(({ id }) => id === labelSetId) || (name !== undefined && !isUnused([...sets], name, labelSetId))) return null;
  const changed = sets.map((set) =>
    set.id === labelSetId
      ? {
          ...set,
          ...(name !== undefined && { name: lineOf(name) }),
          ...(single !== undefined && { single }),
          labelsOrder: set.labelsOrder.filter((id) => !labels?.remove?.includes(id)),
        }
      : set,
  );
  return withLabels(rows, changed, labelSetId, labels?.add ?? []);
};

const move: Change<CommandOf<"labelSet.move">> = (_, sets, { labelSetId, after }) => {
  const ids = sets.map(({ id }) => id);
  const order = ids.includes(labelSetId) ? moved(ids, labelSetId, after) : null;
  return order && order.flatMap((id) => sets.find((set) => set.id === id) ?? []);
};

const moveLabel: Change<CommandOf<"labelSet.moveLabel">> = (rows, sets, { labelSetId, labelId, after }) => {
  const added = sets.some(({ id }) => id === labelSetId) ? withLabels(rows, sets, labelSetId, [labelId]) : null;
  const order = moved(added?.find(({ id }) => id === labelSetId)?.labelsOrder ?? [], labelId, after);
  return added && order && added.map((set) => (set.id === labelSetId ? { ...set, labelsOrder: order } : set));
};

const remove: Change<CommandOf<"labelSet.delete">> = (_, sets, { labelSetId }) =>
  sets.some(({ id }) => id === labelSetId) ? sets.filter(({ id }) => id !== labelSetId) : null;

interface Words<C extends LabelSetCommand> {
  stepName(): string;
  what(name: string): string;
  text?(command: C): string | null;
}

/** Makes the rules of a command from its change of the sets of an attribute, and from the commands that undo the change. */
function rules<C extends LabelSetCommand>(change: Change<C>, back: (sets: readonly LabelSet[], command: C) => Command[], { stepName, what, text }: Words<C>): CommandRules<C> {
  return {
    predict(world, command) {
      const row = world.rows.get("attribute", command.attributeId);
      const sets = row?.labelSets && change(world.rows, row.labelSets, command);
      if (row && sets) putSets(world, row, sets);
    },
    inverse({ rows }, command) {
      const row = rows.get("attribute", command.attributeId);
      const sets = row?.labelSets && change(rows, row.labelSets, command);
      if (!row?.labelSets || !sets) return null;
      return [...back(row.labelSets, command), ...defaultBack(row, sets)];
    },
    touches: ({ attributeId }): Touch[] => [{ id: attributeId, fields: ["labelSets"] }],
    stepName,
    describe: (view, command) => ({ what: what(nameOf(view, command)), text: text?.(command) ?? null }),
  };
}

/** Writes the sets of an attribute of labels. The default loses the labels that it may no longer contain. */
export function putSets(world: World, { id, defaultValue }: Attribute, sets: readonly LabelSet[]): void {
  world.rows.patch("attribute", id, { labelSets: [...sets], defaultValue: settledDefault(sets, defaultValue) });
}

/** Restores the default that an attribute loses with these sets. */
export function defaultBack({ id: attributeId, defaultValue = null }: Attribute, sets: readonly LabelSet[]): Command[] {
  return same(settledDefault(sets, defaultValue), defaultValue) ? [] : [{ kind: "attribute.update", attributeId, patch: { defaultValue } }];
}

const nameOf = ({ attributes }: KnownToDescribe, { attributeId, labelSetId }: LabelSetCommand): string =>
  attributes[attributeId]?.labelSets?.find(({ id }) => id === labelSetId)?.name ?? t`(deleted)`;

/** Puts labels back in their places. Labels that were in no set are removed from the set `into`. */
function labelsBack(attributeId: string, sets: readonly LabelSet[], ids: readonly string[], into: string | null): Command[] {
  const were = sets.flatMap(({ id: labelSetId, labelsOrder }) =>
    labelsOrder.filter((id) => ids.includes(id)).map((labelId): Command => ({ kind: "labelSet.moveLabel", attributeId, labelSetId, labelId, after: inFrontOf(labelsOrder, labelId) })),
  );
  const left = ids.filter((id) => !sets.some(({ labelsOrder }) => labelsOrder.includes(id)));
  const out: Command[] = into && left.length > 0 ? [{ kind: "labelSet.update", attributeId, labelSetId: into, patch: { labels: { add: [], remove: left } } }] : [];
  return [...were, ...out];
}

/** Creates a deleted set again, in its place. */
function setAgain(attributeId: string, sets: readonly LabelSet[], labelSetId: string): Command[] {
  const set = sets.find(({ id }) => id === labelSetId);
  if (!set) return [];
  const { name, single, labelsOrder } = set;
  return [
    { kind: "labelSet.create", attributeId, labelSetId, name, single, labelsOrder },
    { kind: "labelSet.move", attributeId, labelSetId, after: inFrontOf(sets, set)?.id ?? null },
  ];
}

export const labelSetRules: Rules<LabelSetCommand["kind"]> = {
  "labelSet.create": rules(
    create,
    (sets, { attributeId, labelSetId, labelsOrder = [] }) => [...labelsBack(attributeId, sets, labelsOrder, null), { kind: "labelSet.delete", attributeId, labelSetId }],
    { stepName: () => t`adding a label set`, what: () => t`New label set`, text: ({ name }) => name },
  ),
  "labelSet.update": rules(
    update,
    (sets, { kind, attributeId, labelSetId, patch }) => {
      const set = sets.find(({ id }) => id === labelSetId);
      const { name, single, labels } = patch;
      const words = { ...(name !== undefined && { name: set?.name ?? name }), ...(single !== undefined && { single: set?.single ?? single }) };
      const named = [...(labels?.add ?? []), ...(labels?.remove ?? [])];
      return [...(Object.keys(words).length > 0 ? [{ kind, attributeId, labelSetId, patch: words }] : []), ...labelsBack(attributeId, sets, named, labelSetId)];
    },
    { stepName: () => t`label set change`, what: (name) => t`Change to the label set “${name}”`, text: ({ patch }) => patch.name ?? null },
  ),
  "labelSet.move": rules(
    move,
    (sets, { kind, attributeId, labelSetId }) => {
      const ids = sets.map(({ id }) => id);
      return [{ kind, attributeId, labelSetId, after: inFrontOf(ids, labelSetId) }];
    },
    { stepName: () => t`moving a label set`, what: (name) => t`Moving the label set “${name}”` },
  ),
  "labelSet.moveLabel": rules(moveLabel, (sets, { attributeId, labelSetId, labelId }) => labelsBack(attributeId, sets, [labelId], labelSetId), {
    stepName: () => t`moving a label`,
    what: (name) => t`Moving a label of the label set “${name}”`,
  }),
  "labelSet.delete": rules(remove, (sets, { attributeId, labelSetId }) => setAgain(attributeId, sets, labelSetId), {
    stepName: () => t`deleting a label set`,
    what: (name) => t`Deleting the label set “${name}”`,
  }),
};

/** Removes a deleted label from the sets and defaults of all attributes. */
export function dropLabel(world: World, labelId: string): void {
  for (const row of world.rows.rows("attribute")) {
    const sets = row.labelSets && without(row.labelSets, labelId);
    if (sets) putSets(world, row, sets);
  }
}

/** Gives a label that was deleted its places in sets and defaults back. */
export function labelAgain({ rows }: Pick<Before, "rows">, labelId: string): Command[] {
  return rows.rows("attribute").flatMap((row) => {
    const sets = row.labelSets && without(row.labelSets, labelId);
    return row.labelSets && sets ? [...labelsBack(row.id, row.labelSets, [labelId], null), ...defaultBack(row, sets)] : [];
  });
}

/** The sets without a label; null if it is in none of them. */
function without(sets: readonly LabelSet[], labelId: string): LabelSet[] | null {
  if (!sets.some(({ labelsOrder }) => labelsOrder.includes(labelId))) return null;
  return sets.map((set) => ({ ...set, labelsOrder: set.labelsOrder.filter((id) => id !== labelId) }));
}
