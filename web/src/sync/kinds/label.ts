import { t } from "@lingui/core/macro";
import type { Command } from "@/wire/generated";
import type { Before, Kind } from "./kind";
import { dropLabel, labelAgain } from "./labelSet";
import { createRules, deleteRules, nthColor, updateRules } from "./named";
import { updateOf } from "./ticket/places";
import { patchTicket } from "./ticket/patch";
import { optionsIn } from "./ticket/values";

const id = ({ labelId }: { labelId: string }) => labelId;

export const label: Kind<"label"> = {
  commands: {
    "label.create": createRules({
      kind: "label",
      id,
      row: (world, { color }, { at }) => ({ color: color ?? nthColor(world.rows.rows("label").length), createdAt: at }),
      inverse: (_, { labelId }) => [{ kind: "label.delete", labelId }],
      stepName: () => t`creating a label`,
      what: () => t`New label`,
    }),
    "label.update": updateRules({
      kind: "label",
      id,
      stepName: () => t`label change`,
      what: (name) => t`Change to the label “${name}”`,
    }),
    "label.delete": deleteRules({
      kind: "label",
      id,
      predict(world, { labelId }, context) {
        const gone = { add: [], remove: [labelId] };
        for (const ticket of world.rows.rows("ticket")) {
          const values = Object.entries(ticket.fields ?? {}).flatMap(([of, value]) => (optionsIn(value).includes(labelId) && world.rows.get("attribute", of) ? [[of, gone] as const] : []));
          const patch = { ...(ticket.labels.includes(labelId) && { labels: gone }), ...(values.length > 0 && { fields: Object.fromEntries(values) }) };
          if (Object.keys(patch).length > 0) patchTicket(world, ticket.id, patch, context);
        }
        dropLabel(world, labelId);
        world.rows.delete("label", labelId);
      },
      inverse: restored,
      stepName: () => t`deleting a label`,
      what: (name) => t`Deleting the label “${name}”`,
    }),
  },
};

function restored({ rows }: Before, { labelId }: { labelId: string }): Command[] | null {
  const row = rows.get("label", labelId);
  if (!row) return null;
  const { name, color } = row;
  const ticketIds = rows.rows("ticket").flatMap((ticket) => (ticket.labels.includes(labelId) ? [ticket.id] : []));
  const labels = { add: [labelId], remove: [] };
  return [
    { kind: "label.create", labelId, name, color },
    ...(ticketIds.length > 0 ? [{ kind: "tickets.update", ticketIds, patch: { labels } } as const] : []),
    ...labelAgain({ rows }, labelId),
    ...valuesAgain({ rows }, labelId),
  ];
}

/** Gives tickets the label back in the values of attributes that offer it. */
function valuesAgain({ rows }: Pick<Before, "rows">, labelId: string): Command[] {
  return rows.rows("attribute").flatMap(({ id, labelSets }) => {
    if (!labelSets?.some(({ labelsOrder }) => labelsOrder.includes(labelId))) return [];
    const ids = rows.rows("ticket").flatMap((ticket) => (optionsIn(ticket.fields?.[id]).includes(labelId) ? [ticket.id] : []));
    return ids.length > 0 ? [updateOf(ids, { fields: { [id]: { add: [labelId], remove: [] } } })] : [];
  });
}
