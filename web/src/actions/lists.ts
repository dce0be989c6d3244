import { dispatch, dispatchAll, newId } from "@/sync/store";
import type { Answer } from "@/sync/types";
import type { Color, Level, ListIcon, ListPatch } from "@/wire/generated";
import { type Answered, behind, type Made } from "./config";

export function createList(list: { name: string; color?: Color; after?: string | null; restricted?: boolean; icon?: ListIcon; description?: string; groupId?: string | null }): Made {
  const id = newId();
  const { name, color, after, restricted = false, icon, description, groupId } = list;
  const more = { ...(icon && { icon }), ...(description && { description }), ...(groupId && { groupId }) };
  return { id, answer: dispatch({ kind: "list.create", listId: id, name, ...(color && { color }), ...behind(after), ...(restricted && { restricted }), ...more }) };
}

export const restrictList = (listId: string): Answered => dispatch({ kind: "list.restrict", listId });

export const openList = (listId: string): Answered => dispatch({ kind: "list.open", listId });

/** Shares a restricted list with people, as one undo step. Those who have a share get another level. */
export const shareList = (listId: string, userIds: readonly string[], level: Level): Promise<Answer[]> =>
  dispatchAll(userIds.map((userId) => ({ kind: "share.set", listId, userId, level })));

export const unshareList = (listId: string, userId: string): Answered => dispatch({ kind: "share.remove", listId, userId });

export const updateList = (listId: string, patch: ListPatch): Answered =>
  dispatch({ kind: "list.update", listId, patch });

/** Moves a list behind another one, or to the front; with `groupId` also into a group, or into none. */
export const moveList = (listId: string, after: string | null, groupId?: string | null): Answered =>
  dispatch({ kind: "list.move", listId, ...behind(after), ...(groupId !== undefined && { groupId }) });

export const deleteList = (listId: string, moveTo: string | null): Answered =>
  dispatch({ kind: "list.delete", listId, ...(moveTo && { moveTo }) });
