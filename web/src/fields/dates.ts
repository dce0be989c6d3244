import { t } from "@lingui/core/macro";
import { Calendar, CalendarClock, CalendarPlus } from "lucide-react";
import type { Field } from "./field";
import { duePeriods } from "./periods";
import type { DateValue } from "./value";

/** The day on which work on a ticket begins; never after the due date. */
export const startDate: Field & { value: DateValue } = {
  id: "startDate",
  key: "startDate",
  word: "start",
  name: () => t`Start date`,
  noun: () => t`start date`,
  value: {
    kind: "date",
    read: (ticket) => ticket.startDate,
    write: (date) => ({ startDate: date }),
    max: (ticket) => ticket.dueDate,
    start: (date) => ({ startDate: date }),
  },
  filter: { order: 60, icon: CalendarPlus },
  column: { order: 50, name: () => t`Start`, width: 80, shown: true },
  sort: {
    order: 15,
    ways: [() => t`Earliest first`, () => t`Latest first`],
    key: (ticket) => ticket.startDate,
  },
  card: { order: 5, place: "foot", off: true },
  bulk: { order: 40, name: () => t`Start`, icon: CalendarClock },
  action: { order: 70, icon: CalendarPlus, keys: ["Shift+B"], menu: 60 },
  history: { sentence: "fromTo" },
};

/** The last day for a ticket. The panel shows it behind the start date. */
export const dueDate: Field & { value: DateValue } = {
  id: "dueDate",
  key: "dueDate",
  word: "due",
  name: () => t`Due date`,
  noun: () => t`due date`,
  value: {
    kind: "date",
    read: (ticket) => ticket.dueDate,
    write: (date) => ({ dueDate: date }),
    min: (ticket) => ticket.startDate,
    deadline: true,
    start: (date) => ({ dueDate: date }),
  },
  filter: { order: 50, icon: CalendarClock },
  column: { order: 60, name: () => t`Due`, width: 84, shown: true },
  group: { order: 40, periods: duePeriods },
  sort: {
    order: 20,
    ways: [() => t`Earliest first`, () => t`Latest first`],
    key: (ticket) => ticket.dueDate,
  },
  panel: { order: 70, name: () => t`Dates`, from: startDate.id },
  bulk: { order: 50, name: () => t`Due`, icon: CalendarClock },
  card: { order: 10, place: "foot" },
  action: { order: 60, icon: CalendarClock, keys: ["D", "Shift+D"], menu: 70 },
  draft: { order: 60, nothing: () => t`Due date`, icon: Calendar },
  history: { sentence: "fromTo" },
};
