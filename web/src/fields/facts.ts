import { t } from "@lingui/core/macro";
import { CircleCheckBig } from "lucide-react";
import { formatDuration, formatInstant } from "@/lib/instant";
import type { Ticket } from "@/wire/generated";
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

/** When the ticket was changed last. A filter does not compare it. */
export const updated: Field = {
  id: "updatedAt",
  key: "updatedAt",
  word: "updated",
  name: () => t`Last change`,
  noun: () => t`last change`,
  value: { kind: "derived", text: (_, { updatedAt }) => formatInstant(updatedAt) },
  column: { order: 82, width: 96, shown: false },
  // The latest change comes first, because people look for it.
  sort: { order: 32, ways: [() => t`Newest first`, () => t`Oldest first`], key: ({ updatedAt }) => -Date.parse(updatedAt) },
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

/** The seconds that a ticket has been in progress until now: the finished periods, and the current one. */
export function inProgressSeconds({ inProgressFor, inProgressSince }: Pick<Ticket, "inProgressFor" | "inProgressSince">, now = Date.now()): number {
  return inProgressFor + (inProgressSince === null ? 0 : Math.max(0, Math.floor((now - Date.parse(inProgressSince)) / 1000)));
}

const hasBegun = ({ inProgressFor, inProgressSince }: Ticket) => inProgressFor > 0 || inProgressSince !== null;

/** How long the ticket has been in progress. */
export const inProgress: Field = {
  id: "inProgress",
  key: "inProgressFor",
  word: "time-in-progress",
  name: () => t`Time in progress`,
  noun: () => t`time in progress`,
  value: {
    kind: "derived",
    text: (_, ticket) => (hasBegun(ticket) ? formatDuration(inProgressSeconds(ticket)) : ""),
    holds: hasBegun,
  },
  column: { order: 86, width: 104, shown: false },
  sort: {
    order: 36,
    ways: [() => t`Shortest first`, () => t`Longest first`],
    key: (ticket) => (hasBegun(ticket) ? inProgressSeconds(ticket) : null),
    tie: byNumber,
  },
  panel: { order: 95, rare: true },
};

/** How long after its due date the ticket was finished. */
export const delay: Field = {
  id: "delay",
  key: "delayedFor",
  word: "delay",
  name: () => t`Delay`,
  noun: () => t`delay`,
  value: {
    kind: "derived",
    text: (_, { delayedFor }) => (delayedFor === null ? "" : delayedFor === 0 ? t`On time` : formatDuration(delayedFor)),
    holds: ({ delayedFor }) => delayedFor !== null,
  },
  column: { order: 87, width: 96, shown: false },
  sort: {
    order: 37,
    ways: [() => t`Shortest first`, () => t`Longest first`],
    key: ({ delayedFor }) => delayedFor,
    tie: byNumber,
  },
  panel: { order: 105, rare: true },
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
