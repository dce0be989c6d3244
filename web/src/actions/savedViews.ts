import { dispatch, newId } from "@/sync/store";
import type { Answer } from "@/sync/types";
import type { SavedView, SavedViewPatch } from "@/wire/generated";

/** The notices show a refusal of these commands, wherever they were sent from. */
type Answered = Promise<Answer>;

/** What a view shows of its place. */
export type ViewShape = Pick<SavedView, "layout" | "dateLayout" | "filter" | "groupBy" | "sortBy" | "descending" | "columns">;

/** Saves a view, and returns its id at once. */
export function createView({ listId, dateLayout, ...view }: ViewShape & Pick<SavedView, "name" | "personal" | "listId">): { id: string; said: Answered } {
  const savedViewId = newId();
  return { id: savedViewId, said: dispatch({ kind: "savedView.create", savedViewId, ...view, ...(dateLayout && { dateLayout }), ...(listId !== null && { listId }) }) };
}

export const updateView = (savedViewId: string, patch: SavedViewPatch): Answered => dispatch({ kind: "savedView.update", savedViewId, patch });
export const deleteView = (savedViewId: string): Answered => dispatch({ kind: "savedView.delete", savedViewId });
