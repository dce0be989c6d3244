import { t } from "@lingui/core/macro";
import { Signal } from "lucide-react";
import { priorities, priorityNames } from "@/ui/vocabulary";
import type { Field } from "./field";
import type { Option } from "./options";
import type { One } from "./value";

const options = priorities.map(
  (priority): Option => ({
    id: priority,
    get name() {
      return priorityNames[priority];
    },
    look: { is: "priority", priority },
  }),
);

const known = (id: string | null) => priorities.find((priority) => priority === id) ?? null;

/** The horizon within which a ticket is to be done, from the nearest on. */
export const priority: Field & { value: One } = {
  id: "priority",
  key: "priority",
  word: "priority",
  name: () => t`Priority`,
  noun: () => t`priority`,
  value: {
    kind: "one",
    options: {
      all: () => options,
      find: (_, id) => options.find((option) => option.id === id),
      fixed: (id) => known(id) !== null,
    },
    none: { name: () => t`No priority` },
    read: (ticket) => ticket.priority,
    write: (id) => ({ priority: known(id) }),
    start: (id) => {
      const wanted = known(id);
      return wanted === null ? {} : { priority: wanted };
    },
  },
  column: { order: 40, width: 100, shown: true },
  filter: { order: 40, icon: Signal },
  group: { order: 30 },
  sort: {
    order: 10,
    ways: [() => t`Most urgent first`, () => t`Least urgent first`],
    key: (ticket) => (ticket.priority === null ? null : priorities.indexOf(ticket.priority)),
  },
  panel: { order: 50 },
  bulk: { order: 30, icon: Signal },
  card: { order: 10, place: "top" },
  action: { order: 20, icon: Signal, keys: ["P"], menu: 30 },
  draft: { order: 40, nothing: () => t`Priority`, look: { is: "priority", priority: "year" } },
  history: { sentence: "fromTo" },
};
