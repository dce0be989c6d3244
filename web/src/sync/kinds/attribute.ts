import { t } from "@lingui/core/macro";
import { lineOf } from "@/lib/text";
import type { Attribute, AttributeOption, AttributeType, Command, FieldValue, LabelSet } from "@/wire/generated";
import { attributeHome, besideIn, newHome } from "./attributeLists";
import type { Before, CommandOf, Kind } from "./kind";
import { labelSetRules } from "./labelSet";
import { newSets } from "./labelSets";
import { createRules, deleteRules, isUnused, moveRules, newRank, nthColor, placeOf, updateRules } from "./named";
import { isNameOfSystem } from "./systemAttribute";
import { labelled } from "./ticket/labelled";
import { unique } from "./ticket/places";
import { isPresent, valueFor } from "./ticket/values";
import type { PredictContext, World } from "./world";

const id = ({ attributeId }: { attributeId: string }) => attributeId;

const changed = updateRules({
  kind: "attribute",
  id,
  stepName: () => t`attribute change`,
  what: (name) => t`Change to the attribute “${name}”`,
});

export const attribute: Kind<"attribute"> = {
  commands: {
    "attribute.create": createRules({
      kind: "attribute",
      id,
      // The lists decide which names count, so they are compared below.
      isAlone: () => true,
      fits(world, command) {
        const options = newOptions(world, command, "");
        const sets = setsOf(world, command);
        const home = newHome(world, command.listIds);
        return home !== null && isUnused(besideIn(world, home), command.name) && !isNameOfSystem(world.rows, command.name) && options !== null && sets !== undefined && mayRequire(command) && defaultOf(world, command, options.map((option) => option.id), sets, command.defaultValue) !== undefined;
      },
      row: (world, { attributeId, type, description, shownOnCards, defaultValue, required, listIds, labelSets, after, options = [] }, { at }) => ({
        type,
        description: (description ?? "").trim(),
        shownOnCards: shownOnCards ?? false,
        defaultValue: defaultOf(world, { type }, options.map(({ optionId }) => optionId), setsOf(world, { type, labelSets }) ?? null, defaultValue) ?? null,
        required: required ?? false,
        listIds: listIds ? unique(listIds) : null,
        labelSets: setsOf(world, { type, labelSets }) ?? null,
        metadata: { id: attributeId, optionsOrder: options.map(({ optionId }) => optionId) },
        rank: newRank(world.rows.rows("attribute"), after),
        createdAt: at,
      }),
      after(world: World, command: CommandOf<"attribute.create">, { at }: PredictContext) {
        for (const option of newOptions(world, command, at) ?? []) world.rows.set("option", option.id, option);
      },
      inverse: (_, { attributeId }) => [{ kind: "attribute.delete", attributeId }],
      stepName: () => t`creating an attribute`,
      what: () => t`New attribute`,
    }),
    "attribute.update": {
      ...changed,
      predict(world, command) {
        const { name, description, defaultValue, required, listIds } = command.patch;
        const row = world.rows.get("attribute", command.attributeId);
        if (!row || !mayRequire({ type: row.type, ...(required && { required }) })) return;
        if (name !== undefined && isNameOfSystem(world.rows, name)) return;
        const home = listIds === undefined ? attributeHome(world, row.listIds) : newHome(world, listIds);
        const isEstimate = listIds && world.rows.rows("workspace").some(({ estimateId }) => estimateId === row.id);
        if (isEstimate || home === null) return;
        if ((name !== undefined || listIds !== undefined) && !isUnused(besideIn(world, home), name ?? row.name, row.id)) return;
        const kept = defaultOf(world, row, row.metadata.optionsOrder, row.labelSets ?? null, defaultValue);
        if (kept === undefined) return;
        const patch = {
          ...command.patch,
          ...(description !== undefined && { description: description.trim() }),
          ...(defaultValue !== undefined && { defaultValue: kept }),
          ...(name !== undefined && { name: lineOf(name) }),
          ...(listIds && { listIds: unique(listIds) }),
        };
        world.rows.patch("attribute", row.id, patch);
      },
    },
    "attribute.move": moveRules({
      kind: "attribute",
      id,
      stepName: () => t`moving an attribute`,
      what: (name) => t`Moving the attribute “${name}”`,
    }),
    "attribute.delete": deleteRules({
      kind: "attribute",
      id,
      predict(world, { attributeId }) {
        for (const optionId of world.rows.get("attribute", attributeId)?.metadata.optionsOrder ?? []) world.rows.delete("option", optionId);
        // Tickets keep the values, so that an undone delete brings them back.
        world.rows.delete("attribute", attributeId);
      },
      inverse: restored,
      stepName: () => t`deleting an attribute`,
      what: (name) => t`Deleting the attribute “${name}”`,
    }),
    ...labelSetRules,
  },
};

/** False if an attribute of the type cannot be required: an empty checkbox says no. */
const mayRequire = ({ type, required = false }: { type: AttributeType; required?: boolean }): boolean => !required || type !== "checkbox";

/** A default as the node keeps it; undefined if the node refuses it. */
function defaultOf(
  { rows }: World,
  { type }: { type: AttributeType },
  optionIds: readonly string[],
  sets: readonly LabelSet[] | null,
  wanted: FieldValue | null | undefined,
): FieldValue | null | undefined {
  if (wanted === null || wanted === undefined) return null;
  if (type === "linkedTasks") return undefined;
  if (sets) return labelled(rows, sets, undefined, wanted);
  return valueFor(type, (id) => (type === "users" ? isPresent(rows, id) : optionIds.includes(id)), undefined, wanted);
}

/** The label sets of a new attribute: null if its values are not labels, undefined if the node refuses one. */
function setsOf({ rows }: World, { type, labelSets }: Partial<Pick<CommandOf<"attribute.create">, "type" | "labelSets">>): Attribute["labelSets"] | undefined {
  if (!labelSets) return null;
  return type === "multiSelect" ? (newSets(rows, labelSets) ?? undefined) : undefined;
}

/** The options that come with an attribute; null if the node refuses one. */
function newOptions({ rows }: World, { attributeId, type, options = [], labelSets }: CommandOf<"attribute.create">, at: string): AttributeOption[] | null {
  if (options.length > 0 && (labelSets || (type !== "singleSelect" && type !== "multiSelect"))) return null;
  const made: AttributeOption[] = [];
  for (const { optionId, name, color } of options) {
    if (rows.get("option", optionId) || made.some((other) => other.id === optionId) || !isUnused(made, name)) return null;
    made.push({ id: optionId, attributeId, name: lineOf(name), color: color ?? nthColor(made.length), createdAt: at });
  }
  return made;
}

function restored({ rows }: Before, { attributeId }: { attributeId: string }): Command[] | null {
  const row = rows.get("attribute", attributeId);
  if (!row) return null;
  const { name, type, description, shownOnCards, defaultValue, required, listIds, labelSets, metadata } = row;
  const options = metadata.optionsOrder.flatMap((optionId) => {
    const option = rows.get("option", optionId);
    return option ? [{ optionId, name: option.name, color: option.color }] : [];
  });
  const place = placeOf(rows.rows("attribute"), attributeId);
  return [
    {
      kind: "attribute.create",
      attributeId,
      name,
      type,
      description,
      shownOnCards,
      ...(defaultValue != null && { defaultValue }),
      ...(required && { required }),
      ...(listIds && { listIds }),
      ...(labelSets && { labelSets: labelSets.map(({ id: labelSetId, ...set }) => ({ labelSetId, ...set })) }),
      ...place,
      ...(options.length > 0 && { options }),
    },
    ...(place.after ? [] : [{ kind: "attribute.move", attributeId, after: null } as const]),
  ];
}
