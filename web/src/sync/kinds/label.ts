import { t } from "@lingui/core/macro";
import type { Command } from "@/wire/generated";
import type { Before, Kind } from "./kind";
import { createRules, deleteRules, nthColor, updateRules } from "./named";
import { patchTicket } from "./ticket/patch";

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
        const labels = { add: [], remove: [labelId] };
        for (const ticket of world.rows.rows("ticket")) {
          if (ticket.labels.includes(labelId)) patchTicket(world, ticket.id, { labels }, context);
        }
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
  ];
}
