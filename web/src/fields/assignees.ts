import { t } from "@lingui/core/macro";
import { CircleUser, User } from "lucide-react";
import { byNames } from "./arrange/sort";
import type { Field } from "./field";
import { people } from "./people";
import type { Many } from "./value";

const value: Many = {
  kind: "many",
  options: people,
  none: { name: () => t`No assignee`, look: { is: "noPerson" } },
  shown: "faces",
  read: (ticket) => ticket.assigneesIds,
  write: (assigneesIds) => ({ assigneesIds }),
  start: (assigneesIds) => ({ assigneesIds }),
};

/** The people who work on a ticket. */
export const assignees: Field & { value: Many } = {
  id: "assignees",
  key: "assigneesIds",
  word: "assignee",
  name: () => t`Assignees`,
  noun: () => t`assignees`,
  value,
  column: { order: 20, width: 88, shown: true },
  filter: {
    order: 20,
    name: () => t`Assignee`,
    icon: CircleUser,
    people: {
      is: (name) => t`Filter: assigned to ${name}`,
      none: () => t`Filter: unassigned`,
      mine: () => t`Filter: assigned to me`,
    },
  },
  group: { order: 20, name: () => t`Assignee` },
  sort: byNames(25, value),
  panel: { order: 30, nothing: () => t`No assignee` },
  bulk: { order: 20, name: () => t`Assign`, icon: CircleUser },
  card: { order: 30, place: "end" },
  action: { order: 30, label: () => t`Assign`, icon: User, keys: ["A"], menu: 20 },
  draft: { order: 30, nothing: () => t`Assign`, icon: CircleUser, shared: true },
  history: { activities: ["assigneeChange"], icon: User, sentence: "assigned" },
};
