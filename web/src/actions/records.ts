import { dispatch, newId } from "@/sync/store";
import type { Answer } from "@/sync/types";
import type { Color, ComponentPatch, FixVersionPatch, TaskTypePatch, TypeIcon, VersionState } from "@/wire/generated";

/** The notices show a refusal of these commands, wherever they were sent from. */
type Answered = Promise<Answer>;

export const createTaskType = (type: { name: string; icon: TypeIcon; color: Color; container: boolean }): Answered =>
  dispatch({ kind: "taskType.create", taskTypeId: newId(), ...type });
export const updateTaskType = (taskTypeId: string, patch: TaskTypePatch): Answered => dispatch({ kind: "taskType.update", taskTypeId, patch });
export const moveTaskType = (taskTypeId: string, after: string | null): Answered => dispatch({ kind: "taskType.move", taskTypeId, after });
/** Deletes a task type. Its tasks get another one, or none. */
export const deleteTaskType = (taskTypeId: string, moveTo: string | null): Answered =>
  dispatch({ kind: "taskType.delete", taskTypeId, ...(moveTo && { moveTo }) });

export const createComponent = (component: { name: string; description: string; leadUserId?: string }): Answered =>
  dispatch({ kind: "component.create", componentId: newId(), ...component });
export const updateComponent = (componentId: string, patch: ComponentPatch): Answered => dispatch({ kind: "component.update", componentId, patch });
/** Deletes a component. Its tasks get another one, or lose it. */
export const deleteComponent = (componentId: string, moveTo: string | null): Answered =>
  dispatch({ kind: "component.delete", componentId, ...(moveTo && { moveTo }) });

interface NewVersion {
  name: string;
  description: string;
  startDate?: string;
  releaseDate?: string;
  state?: VersionState;
}

export const createFixVersion = (version: NewVersion): Answered => dispatch({ kind: "fixVersion.create", fixVersionId: newId(), ...version });
export const updateFixVersion = (fixVersionId: string, patch: FixVersionPatch): Answered => dispatch({ kind: "fixVersion.update", fixVersionId, patch });
/** Deletes a fix version. Its tasks get another one, or lose it. */
export const deleteFixVersion = (fixVersionId: string, moveTo: string | null): Answered =>
  dispatch({ kind: "fixVersion.delete", fixVersionId, ...(moveTo && { moveTo }) });
