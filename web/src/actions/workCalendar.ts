import { t } from "@lingui/core/macro";
import { Trash2 } from "lucide-react";
import { dispatch, undo } from "@/sync/store";
import type { Answer } from "@/sync/types";
import { tell } from "@/ui/Toast";
import type { DayOff, Weekday } from "@/wire/generated";

/** The notices show a refusal of these commands, wherever they were sent from. */
type Answered = Promise<Answer>;

/** Says whether people work on a day of the week. */
export const setWorkingDay = (day: Weekday, works: boolean): Answered =>
  dispatch({ kind: "workCalendar.update", patch: { weekdays: works ? { add: [day], remove: [] } : { add: [], remove: [day] } } });

/** Adds a holiday, in place of another one on its date. */
export const addHoliday = (holiday: DayOff): Answered =>
  dispatch({ kind: "workCalendar.update", patch: { holidays: { add: [holiday], remove: [] } } }, { label: t`adding a holiday` });

/** Removes a holiday, and offers to undo that. */
export function removeHoliday({ date, name }: DayOff): void {
  void dispatch({ kind: "workCalendar.update", patch: { holidays: { add: [], remove: [date] } } }, { label: t`removing a holiday` });
  tell({ text: t`Removed “${name}”`, icon: Trash2, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
}
