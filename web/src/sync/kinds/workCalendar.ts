import { t } from "@lingui/core/macro";
import { isBlank, lineOf } from "@/lib/text";
import type { DayOff, SetPatch, WorkCalendarPatch } from "@/wire/generated";
import type { RowReader } from "../tables/tables";
import { mostHolidays, usualWorking, weekdays, type Working } from "../workCalendar";
import type { Kind } from "./kind";

/** The working days of a workspace. There is one row, or none if the workspace has the default days. */
export const workCalendar: Kind<"workCalendar"> = {
  commands: {
    "workCalendar.update": {
      predict({ rows }, { patch }, { commandId }) {
        const known = rowOf(rows);
        const after = patched(known ?? usualWorking, patch);
        if (!after) return;
        if (isUsual(after)) return known && rows.delete("workCalendar", known.id);
        // The node derives the id.
        const id = known?.id ?? commandId;
        rows.set("workCalendar", id, { id, ...after });
      },
      inverse({ rows }, { kind, patch }) {
        const before = rowOf(rows) ?? usualWorking;
        const back: WorkCalendarPatch = {};
        if (patch.weekdays) {
          const { add = [], remove = [] }: Partial<SetPatch<unknown>> = patch.weekdays;
          const named = weekdays.filter((day) => add.includes(day) || remove.includes(day));
          back.weekdays = { add: named.filter((day) => before.weekdays.includes(day)), remove: named.filter((day) => !before.weekdays.includes(day)) };
        }
        if (patch.holidays) {
          const named = datesIn(patch);
          const had = before.holidays.filter(({ date }) => named.includes(date));
          back.holidays = { add: had, remove: named.filter((date) => !had.some((one) => one.date === date)) };
        }
        return [{ kind, patch: back }];
      },
      touches({ patch }) {
        const { add = [], remove = [] }: Partial<SetPatch<string>> = patch.weekdays ?? {};
        return [{ id: "workCalendar", fields: [...add, ...remove, ...datesIn(patch)] }];
      },
      stepName: () => t`change of the working days`,
      describe: (_, { patch }) => ({ what: t`Change to the working days`, text: (patch.holidays?.add ?? []).map(({ name }) => name).join("\n") || null }),
    },
  },
};

const rowOf = (rows: RowReader) => rows.rows("workCalendar")[0];

function datesIn({ holidays }: WorkCalendarPatch): string[] {
  const { add = [], remove = [] }: Partial<{ add: DayOff[]; remove: string[] }> = holidays ?? {};
  return [...new Set([...add.map(({ date }) => date), ...remove])];
}

/** The days after a change; null if the node refuses it. */
function patched(before: Working, patch: WorkCalendarPatch): Working | null {
  const { add = [], remove = [] }: Partial<SetPatch<unknown>> = patch.weekdays ?? {};
  const week = weekdays.filter((day) => add.includes(day) || (before.weekdays.includes(day) && !remove.includes(day)));
  const added = patch.holidays?.add ?? [];
  const named = datesIn(patch);
  const kept = before.holidays.filter(({ date }) => !named.includes(date));
  // If several have the same date, the last one counts.
  const made = new Map(added.map(({ date, name }) => [date, lineOf(name)]));
  const holidays = [...kept, ...[...made].map(([date, name]) => ({ date, name }))].toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const isFull = holidays.length > mostHolidays && holidays.length > before.holidays.length;
  return week.length === 0 || isFull || added.some(({ name }) => isBlank(name)) ? null : { weekdays: week, holidays };
}

const isUsual = ({ weekdays: week, holidays }: Working) => holidays.length === 0 && week.join() === usualWorking.weekdays.join();
