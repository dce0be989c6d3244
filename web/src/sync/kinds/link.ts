import { t } from "@lingui/core/macro";
import type { Kind } from "./kind";
import { dropLink, homeOf, linkAgain, mayLink } from "./ticket/home";
import { ticketName } from "./ticket/words";

export const link: Kind<"link"> = {
  commands: {
    "link.create": {
      predict(world, { linkId: id, linkKind: kind, fromTicketId, toTicketId }, { me, at }) {
        const [from, to] = [world.ticket(fromTicketId), world.ticket(toTicketId)];
        if (!from || !to || from === to || world.rows.get("link", id)) return;
        if (!mayLink(kind, homeOf(world, from), homeOf(world, to))) return;
        const isThere = world.rows.rows("link").some((known) => {
          const direct = known.fromTicketId === fromTicketId && known.toTicketId === toTicketId;
          const turned = known.fromTicketId === toTicketId && known.toTicketId === fromTicketId;
          return known.kind === kind && (direct || (kind === "relates" && turned));
        });
        if (isThere) return;
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
      predict: (world, { linkId }) => dropLink(world, linkId),
      inverse({ rows }, { linkId }) {
        const row = rows.get("link", linkId);
        return row ? linkAgain(rows, row) : null;
      },
      touches: ({ linkId }) => [{ id: linkId, fields: ["id"] }],
      stepName: () => t`removing a link`,
      describe: () => ({ what: t`Removing a link`, text: null }),
    },
  },
};
