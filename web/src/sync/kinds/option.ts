import { t } from "@lingui/core/macro";
import { lineOf } from "@/lib/text";
import type { Attribute, Command, TicketPatch } from "@/wire/generated";
import type { RowReader } from "../tables/tables";
import { pickedFrom, type Before, type CommandOf, type Kind } from "./kind";
import { deleteRules, isUnused, nameIn, nthColor } from "./named";
import { updateOf, unique } from "./ticket/places";
import { patchTicket } from "./ticket/patch";
import { isSet, optionsIn, withoutOption } from "./ticket/values";
import type { World } from "./world";

const id = ({ optionId }: { optionId: string }) => optionId;

export const option: Kind<"option"> = {
  commands: {
    "option.create": {
      predict(world, { optionId, attributeId, name, color }, { at }) {
        const attribute = world.rows.get("attribute", attributeId);
        const order = attribute?.metadata.optionsOrder ?? [];
        const isSelect = attribute && hasOptions(attribute);
        if (!isSelect || world.rows.get("option", optionId) || !isUnused(beside(world.rows, attributeId), name)) return;
        world.rows.set("option", optionId, { id: optionId, attributeId, name: lineOf(name), color: color ?? nthColor(order.length), createdAt: at });
        reorder(world, attribute, [...order, optionId]);
      },
      inverse: (_, { optionId }) => [{ kind: "option.delete", optionId }],
      touches: ({ optionId }) => [{ id: optionId, fields: ["id"] }],
      stepName: () => t`adding an option`,
      describe: (_, { name }) => ({ what: t`New option`, text: name }),
    },
    "option.update": {
      predict(world, { optionId, patch }) {
        const row = world.rows.get("option", optionId);
        if (!row || (patch.name !== undefined && !isUnused(beside(world.rows, row.attributeId), patch.name, optionId))) return;
        world.rows.patch("option", optionId, patch.name === undefined ? patch : { ...patch, name: lineOf(patch.name) });
      },
      inverse({ rows }, command) {
        const row = rows.get("option", command.optionId);
        return row ? [{ ...command, patch: pickedFrom(row, command.patch) }] : null;
      },
      touches: ({ optionId, patch }) => [{ id: optionId, fields: Object.keys(patch) }],
      stepName: () => t`option change`,
      describe: (view, { optionId, patch }) => ({ what: t`Change to the option “${nameIn(view, "option", optionId)}”`, text: patch.name ?? null }),
    },
    "option.move": {
      predict(world, { optionId, after }) {
        const attribute = attributeOf(world.rows, optionId);
        if (!attribute) return;
        const others = attribute.metadata.optionsOrder.filter((other) => other !== optionId);
        const place = after === null || after === undefined ? 0 : others.indexOf(after) + 1;
        if (after && place === 0) return;
        reorder(world, attribute, others.toSpliced(place, 0, optionId));
      },
      inverse: ({ rows }, { kind, optionId }) => [{ kind, optionId, after: inFrontOf(rows, optionId) }],
      touches: ({ optionId }) => [{ id: optionId, fields: ["rank"] }],
      stepName: () => t`moving an option`,
      describe: (view, { optionId }) => ({ what: t`Moving the option “${nameIn(view, "option", optionId)}”`, text: null }),
    },
    "option.delete": deleteRules({
      kind: "option",
      id,
      predict(world, { optionId, moveTo }, context) {
        const attribute = attributeOf(world.rows, optionId);
        if (!attribute || (moveTo && (moveTo === optionId || world.rows.get("option", moveTo)?.attributeId !== attribute.id))) return;
        const replaced = moveTo ? [moveTo] : [];
        const edit = attribute.type === "multiSelect" ? { add: replaced, remove: [optionId] } : moveTo ? replaced : null;
        const patch: TicketPatch = { fields: { [attribute.id]: edit } };
        for (const ticketId of ticketsWith(world.rows, attribute.id, optionId)) patchTicket(world, ticketId, patch, context);
        world.rows.delete("option", optionId);
        reorder(world, attribute, attribute.metadata.optionsOrder.filter((other) => other !== optionId));
        world.rows.patch("attribute", attribute.id, { defaultValue: withoutOption(attribute.defaultValue, optionId, moveTo ?? undefined) });
      },
      inverse: restored,
      stepName: () => t`deleting an option`,
      what: (name) => t`Deleting the option “${name}”`,
    }),
  },
};

const hasOptions = ({ type, labelSets }: Attribute): boolean => type === "singleSelect" || (type === "multiSelect" && !labelSets);

const beside = (rows: RowReader, attributeId: string) => rows.rows("option").filter((row) => row.attributeId === attributeId);

function attributeOf(rows: RowReader, optionId: string): Attribute | undefined {
  const row = rows.get("option", optionId);
  return row && rows.get("attribute", row.attributeId);
}

function reorder(world: World, { id, metadata }: Attribute, optionsOrder: string[]): void {
  world.rows.patch("attribute", id, { metadata: { ...metadata, optionsOrder } });
}

/** The option in front of another one; null for the first. */
function inFrontOf(rows: RowReader, optionId: string): string | null {
  const order = attributeOf(rows, optionId)?.metadata.optionsOrder ?? [];
  return order[order.indexOf(optionId) - 1] ?? null;
}

function ticketsWith(rows: RowReader, attributeId: string, optionId: string): string[] {
  return rows.rows("ticket").flatMap(({ id, fields }) => (optionsIn(fields?.[attributeId]).includes(optionId) ? [id] : []));
}

/** The option, its place, and the values that its tickets had. */
function restored({ rows }: Before, { optionId, moveTo }: CommandOf<"option.delete">): Command[] | null {
  const [row, attribute] = [rows.get("option", optionId), attributeOf(rows, optionId)];
  if (!row || !attribute) return null;
  const { name, color, attributeId } = row;
  const ticketIds = ticketsWith(rows, attributeId, optionId);
  const update = (ids: string[], remove: string[]): Command[] => {
    const edit = isSet(rows, attributeId) ? { add: [optionId], remove } : [optionId];
    return ids.length > 0 ? [updateOf(unique(ids), { fields: { [attributeId]: edit } })] : [];
  };
  const had = (ticketId: string) => moveTo !== undefined && optionsIn(rows.get("ticket", ticketId)?.fields?.[attributeId]).includes(moveTo);
  return [
    { kind: "option.create", optionId, attributeId, name, color },
    { kind: "option.move", optionId, after: inFrontOf(rows, optionId) },
    ...(optionsIn(attribute.defaultValue).includes(optionId)
      ? [{ kind: "attribute.update", attributeId, patch: { defaultValue: attribute.defaultValue } } as const]
      : []),
    ...update(ticketIds.filter(had), []),
    ...update(
      ticketIds.filter((ticketId) => !had(ticketId)),
      moveTo ? [moveTo] : [],
    ),
  ];
}
