import { t } from "@lingui/core/macro";
import { CircleCheckBig } from "lucide-react";
import type { Field } from "./field";
import { completionPeriods } from "./periods";

/** The number, shown as the key. The spreadsheet shows it in the column that is always there. */
export const number: Field = {
  id: "number",
  key: "number",
  word: "number",
  name: () => t`Number`,
  noun: () => t`number`,
  value: { kind: "number" },
};

/** An import makes many tickets at one moment: the higher number is the newer one, and a ticket without a number the newest. */
const byNumber = (a: { number: number }, b: { number: number }) => (a.number ?? Infinity) - (b.number ?? Infinity) || 0;

/** Who made the ticket, and when. */
export const created: Field = {
  id: "createdAt",
  key: "createdAt",
  word: "created",
  name: () => t`Created`,
  noun: () => t`creation date`,
  value: { kind: "moment", read: (ticket) => ({ at: ticket.createdAt, userId: ticket.createdUserId, took: null }) },
  column: { order: 80, width: 88, shown: false },
  sort: {
    order: 30,
    ways: [() => t`Oldest first`, () => t`Newest first`],
    key: (ticket) => ticket.createdAt,
    tie: byNumber,
    natural: true,
  },
  panel: { order: 80, rare: true },
};

/** Who finished the ticket, when, and how long it took. */
export const completed: Field = {
  id: "completed",
  key: "completedAt",
  word: "completed",
  name: () => t`Completed`,
  noun: () => t`completion date`,
  value: {
    kind: "moment",
    read: ({ completedAt, completedByUserId, completedIn }) =>
      completedAt === null ? null : { at: completedAt, userId: completedByUserId, took: completedIn },
  },
  column: { order: 85, width: 96, shown: false },
  filter: { order: 65, icon: CircleCheckBig },
  group: { order: 45, name: () => t`Completion date`, periods: completionPeriods },
  sort: {
    order: 35,
    name: () => t`Completion date`,
    ways: [() => t`Completed first`, () => t`Completed last`],
    key: (ticket) => ticket.completedAt,
    tie: byNumber,
  },
  panel: { order: 100, rare: true },
};

/** The source of an imported ticket. */
export const source: Field = {
  id: "source",
  key: "source",
  word: "source",
  name: () => t`Source`,
  noun: () => t`source`,
  value: { kind: "source", read: (ticket) => ticket.source ?? null },
  panel: { order: 110, rare: true },
};
