import { dispatch, newId } from "@/sync/store";
import { byRank } from "@/sync/tables/rank";
import { rankedView } from "@/sync/tables/viewRank";
import type { Answer, ById } from "@/sync/types";
import type { SavedView, SavedViewPatch, ViewDisplay } from "@/wire/generated";

/** The notices show a refusal of these commands, wherever they were sent from. */
type Answered = Promise<Answer>;

/** What a view shows of its place. */
export type ViewShape = Pick<SavedView, "layout" | "dateLayout" | "filter" | "groupBy" | "sortBy" | "descending" | "columns" | "display">;

/** What this build stores in a view. Views that earlier builds created have no display. */
export type Arranged = ViewShape & { display: ViewDisplay };

/** What people see of a view before they open it. */
export type ViewLabel = Pick<SavedView, "name" | "icon">;

/** Saves a view, and returns its id at once. */
export function createView({ listId, page, dateLayout, icon, ...view }: Arranged & ViewLabel & Pick<SavedView, "personal" | "listId" | "page">): { id: string; said: Answered } {
  const savedViewId = newId();
  const place = { ...(listId !== null && { listId }), ...(page && { page }) };
  const said = dispatch({ kind: "savedView.create", savedViewId, ...view, ...(dateLayout && { dateLayout }), ...(icon && { icon }), ...place });
  return { id: savedViewId, said };
}

export const updateView = (savedViewId: string, patch: SavedViewPatch): Answered => dispatch({ kind: "savedView.update", savedViewId, patch });
export const deleteView = (savedViewId: string): Answered => dispatch({ kind: "savedView.delete", savedViewId });

/** The display of a view for another list: the other list replaces the list in columns and lanes. */
export const displayFor = (display: ViewDisplay, listId: string, otherId: string): ViewDisplay =>
  JSON.parse(JSON.stringify(display).replaceAll(listId, otherId)) as ViewDisplay;

/** The display without the columns and lanes whose ids are left out. */
export function displayWithout(display: ViewDisplay, isLeftOut: (id: string) => boolean): ViewDisplay {
  const { board, collapsed } = display;
  const limits = Object.entries(board.limits).map(([by, columns]) => [by, Object.fromEntries(Object.entries(columns).filter(([id]) => !isLeftOut(id)))] as const);
  return { ...display, collapsed: collapsed.filter((id) => !isLeftOut(id.replace(/^(lane|hidden):/, ""))), board: { ...board, limits: Object.fromEntries(limits) } };
}

/** The shared views of a list, in their order. */
export const sharedViewsOf = (views: ById<SavedView>, listId: string): readonly SavedView[] =>
  Object.values(views)
    .filter((view) => !view.personal && view.listId === listId)
    .toSorted((a, b) => byRank(rankedView(a), rankedView(b)));

/** Moves a view after another view of the same list or page; null moves it to the first position. */
export const moveView = (savedViewId: string, after: string | null): Answered => dispatch({ kind: "savedView.move", savedViewId, ...(after !== null && { after }) });
