import { t } from "@lingui/core/macro";
import { dispatch } from "@/sync/store";
import type { Answer } from "@/sync/types";
import type { RecurrenceSet } from "@/wire/generated";

/** How a task repeats, as the editor has it. */
export type Rule = Omit<RecurrenceSet, "ticketId">;

export const setRecurrence = (ticketId: string, rule: Rule): Promise<Answer> =>
  dispatch({ kind: "recurrence.set", ticketId, ...rule }, { label: t`repeating a task` });

export const removeRecurrence = (ticketId: string): Promise<Answer> =>
  dispatch({ kind: "recurrence.remove", ticketId }, { label: t`ending the repetition of a task` });
