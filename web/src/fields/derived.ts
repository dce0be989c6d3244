import { t } from "@lingui/core/macro";
import { linksOf, memberName, ticketKey } from "@/sync/selectors";
import { categoryNames } from "@/ui/vocabulary";
import type { Field } from "./field";

/** How far the ticket is, which follows from its status. */
export const statusState: Field = {
  id: "statusState",
  key: "statusState",
  word: "status-state",
  name: () => t`Status state`,
  noun: () => t`status state`,
  value: {
    kind: "derived",
    text({ statuses }, { statusId }) {
      const category = statuses[statusId]?.category;
      return category ? categoryNames[category] : "";
    },
  },
  column: { order: 12, width: 100, shown: false },
};

/** The tickets that block the ticket. They are changed in the panel, among the links. */
export const blockedBy: Field = {
  id: "blockedBy",
  key: "blockedBy",
  word: "blocked-by",
  name: () => t`Blocked by`,
  noun: () => t`blockers`,
  value: {
    kind: "derived",
    text({ workspace, links = {}, tickets = {} }, { id }) {
      const blockers = linksOf({ links }, id).filter(({ kind, toTicketId }) => kind === "blocks" && toTicketId === id);
      return blockers.flatMap(({ fromTicketId: from }) => (tickets[from] && ticketKey({ workspace }, tickets[from])) ?? []).join(", ");
    },
  },
  column: { order: 72, width: 116, shown: false },
};

/** The people who have commented on the ticket. */
export const commentedBy: Field = {
  id: "commentedBy",
  key: "commentedByUserIds",
  word: "commented-by",
  name: () => t`Commented on by`,
  noun: () => t`people who commented`,
  value: {
    kind: "derived",
    text: ({ members }, { commentedByUserIds: ids }) => ids.flatMap((id) => (members[id] ? memberName(members[id]) : [])).join(", "),
  },
  column: { order: 74, width: 132, shown: false },
};
