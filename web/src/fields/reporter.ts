import { t } from "@lingui/core/macro";
import { byNames } from "./arrange/sort";
import type { Field } from "./field";
import { people } from "./people";
import type { One } from "./value";

const value: One = {
  kind: "one",
  options: people,
  none: { name: () => t`No reporter` },
  read: (ticket) => ticket.reportBy,
  write: (id) => ({ reportBy: id }),
  start: (reportBy) => ({ reportBy }),
};

/** The person who asked for a ticket. */
export const reporter: Field = {
  id: "reporter",
  key: "reportBy",
  word: "reporter",
  name: () => t`Reporter`,
  noun: () => t`reporter`,
  value,
  sort: byNames(28, value),
  panel: { order: 60, rare: true, nothing: () => t`No reporter` },
  history: { activities: ["createdUserIdChange"], sentence: "fromTo" },
};
