import { t } from "@lingui/core/macro";
import type { Kind } from "./kind";
import { ticketName } from "./ticket/words";

export const link: Kind<"link"> = {
  home: ({ fromTicketId }, { ticket }) => (ticket[fromTicketId]?.private ? "personal" : "workspace"),
  commands: {
    "link.create": {
      predict(world, { linkId: id, linkKind: kind, fromTicketId, toTicketId }, { me, at }) {
        if (fromTicketId === toTicketId || !world.ticket(fromTicketId) || !world.ticket(toTicketId)) return;
        world.rows.set("link", id, { id, kind, fromTicketId, toTicketId, createdUserId: me, createdAt: at });
      },
      inverse: (_, { linkId }) => [{ kind: "link.delete", linkId }],
      touches: ({ fromTicketId, toTicketId }) => [fromTicketId, toTicketId].map((id) => ({ id, fields: ["links"] })),
      stepName: () => t`adding a link`,
      describe: (view, { fromTicketId, toTicketId }) => ({
        what: t`Link between ${ticketName(view, fromTicketId)} and ${ticketName(view, toTicketId)}`,
        text: null,
      }),
    },
    "link.delete": {
      predict: (world, { linkId }) => world.rows.delete("link", linkId),
      inverse({ rows }, { linkId }) {
        const row = rows.get("link", linkId);
        if (!row) return null;
        const { kind: linkKind, fromTicketId, toTicketId } = row;
        return [{ kind: "link.create", linkId, linkKind, fromTicketId, toTicketId }];
      },
      touches: ({ linkId }) => [{ id: linkId, fields: ["id"] }],
      stepName: () => t`removing a link`,
      describe: () => ({ what: t`Removing a link`, text: null }),
    },
  },
};
