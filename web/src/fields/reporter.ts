import { t } from "@lingui/core/macro";
import type { Field } from "./field";
import { people } from "./people";

/** The person who asked for a ticket. */
export const reporter: Field = {
  id: "reporter",
  key: "reportBy",
  word: "reporter",
  name: () => t`Reporter`,
  noun: () => t`reporter`,
  value: {
    kind: "one",
    options: people,
    none: { name: () => t`No reporter` },
    read: (ticket) => ticket.reportBy,
    write: (id) => ({ reportBy: id }),
    start: (reportBy) => ({ reportBy }),
  },
  panel: { order: 60, rare: true, nothing: () => t`No reporter` },
  history: { activities: ["createdUserIdChange"], sentence: "fromTo" },
};
