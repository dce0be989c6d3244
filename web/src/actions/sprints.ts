import { dispatch, newId } from "@/sync/store";
import type { Answer } from "@/sync/types";
import type { SprintPatch } from "@/wire/generated";

/** The notices show a refusal of these commands, wherever they were sent from. */
type Answered = Promise<Answer>;

interface NewSprint {
  name: string;
  goal: string;
  startDate?: string;
  endDate?: string;
}

export const createSprint = (sprint: NewSprint): Answered => dispatch({ kind: "sprint.create", sprintId: newId(), ...sprint });
export const updateSprint = (sprintId: string, patch: SprintPatch): Answered => dispatch({ kind: "sprint.update", sprintId, patch });
/** Completes a sprint. Its open tasks go to another sprint, or out of any. */
export const completeSprint = (sprintId: string, moveTo: string | null): Answered => dispatch({ kind: "sprint.complete", sprintId, ...(moveTo && { moveTo }) });
/** Deletes a sprint. Its tasks go to another sprint, or out of any. */
export const deleteSprint = (sprintId: string, moveTo: string | null): Answered => dispatch({ kind: "sprint.delete", sprintId, ...(moveTo && { moveTo }) });
/** What sprints count: the numbers of an attribute, or tasks. */
export const setEstimate = (estimateId: string | null): Answered => dispatch({ kind: "workspace.update", patch: { estimateId } });
