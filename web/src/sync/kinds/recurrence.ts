import { t } from "@lingui/core/macro";
import type { Recurrence } from "@/wire/generated";
import type { RowReader } from "../tables/tables";
import type { CommandOf, Kind } from "./kind";
import { ticketName } from "./ticket/words";

type Set = CommandOf<"recurrence.set">;

/** How a ticket repeats. It lives with its ticket. */
export const recurrence: Kind<"recurrence"> = {
  commands: {
    "recurrence.set": {
      predict({ rows }, command, { me, at, commandId }) {
        const { ticketId, kind: _, weekdays = [], monthDay = null, nth = null, endsOn = null, times = null, ...rule } = command;
        const ticket = rows.get("ticket", ticketId);
        if (!ticket || ticket.trashedAt !== null || ticket.completed || !isRule(command)) return;
        const row = { ...rule, weekdays: [...new Set(weekdays)].toSorted(), monthDay, nth, endsOn, times };
        const known = of(rows, ticketId);
        // The node derives the id.
        if (known) rows.patch("recurrence", known.id, row);
        else rows.set("recurrence", commandId, { ...row, id: commandId, ticketId, occurrence: 1, createdUserId: me, createdAt: at });
      },
      inverse({ rows }, { ticketId }) {
        const known = of(rows, ticketId);
        return [known ? again(known) : { kind: "recurrence.remove", ticketId }];
      },
      touches: ({ ticketId }) => [{ id: ticketId, fields: ["recurrence"] }],
      stepName: () => t`repeating a task`,
      describe: (view, { ticketId }) => ({ what: t`Repetition of ${ticketName(view, ticketId)}`, text: null }),
    },
    "recurrence.remove": {
      predict({ rows }, { ticketId }) {
        const known = of(rows, ticketId);
        if (known) rows.delete("recurrence", known.id);
      },
      inverse({ rows }, { ticketId }) {
        const known = of(rows, ticketId);
        return known ? [again(known)] : null;
      },
      touches: ({ ticketId }) => [{ id: ticketId, fields: ["recurrence"] }],
      stepName: () => t`ending the repetition of a task`,
      describe: (view, { ticketId }) => ({ what: t`End of the repetition of ${ticketName(view, ticketId)}`, text: null }),
    },
  },
};

const of = (rows: RowReader, ticketId: string): Recurrence | undefined => rows.rows("recurrence").find((row) => row.ticketId === ticketId);

/** The command that sets the rule of a row. */
export function again({ ticketId, period, interval, weekdays, monthDay, nth, countedFrom, endsOn, times }: Recurrence): Set {
  return {
    kind: "recurrence.set",
    ticketId,
    period,
    interval,
    countedFrom,
    ...(weekdays.length > 0 && { weekdays }),
    ...(monthDay !== null && { monthDay }),
    ...(nth !== null && { nth }),
    ...(endsOn !== null && { endsOn }),
    ...(times !== null && { times }),
  };
}

const within = (value: number | undefined, least: number, most: number) => value === undefined || (Number.isInteger(value) && value >= least && value <= most);

/** False for a rule that no calendar can follow: the node refuses it. */
export function isRule({ period, interval, weekdays = [], monthDay, nth, times }: Omit<Set, "kind" | "ticketId">): boolean {
  const byMonth = period === "month" || period === "year";
  return (
    within(interval, 1, 999) &&
    weekdays.every((day) => within(day, 1, 7)) &&
    within(times, 1, 9_999) &&
    within(monthDay, 1, 31) &&
    (monthDay === undefined || (byMonth && nth === undefined)) &&
    (nth === undefined || (byMonth && [1, 2, 3, 4, -1].includes(nth) && new Set(weekdays).size === 1)) &&
    (weekdays.length === 0 || period === "week" || nth !== undefined)
  );
}
