import type { Arranged, ViewShape } from "@/actions/savedViews";
import { usualView } from "@/actions/usualView";
import { writeArrangement } from "@/fields/arrange/address";
import { keepSettings, keptSettings, SAVED, settingsKey } from "@/fields/arrange/keep";
import type { Place } from "@/fields/arrange/place";
import { readSettings, wordOf, type Settings } from "@/fields/arrange/settings";
import type { Field } from "@/fields/field";
import { chipsOf, filterOf, languageOf, readStored, withIds } from "@/fields/filter/filterLanguage";
import type { Config } from "@/fields/options";
import { paths, type Collection, type ViewKind } from "@/lib/paths";
import { wordOfView } from "@/lib/views";
import { useTroupe } from "@/sync/store";
import { byRank } from "@/sync/tables/rank";
import { same } from "@/sync/tables/tables";
import { rankedView } from "@/sync/tables/viewRank";
import type { ById } from "@/sync/types";
import type { OwnPage, SavedView, SavedViewPatch } from "@/wire/generated";
import { displayOf, settingsIn } from "./viewDisplay";

/** How the tickets of a saved view are shown. */
export const kindOf = ({ layout, dateLayout }: Pick<ViewShape, "layout"> & Partial<Pick<ViewShape, "dateLayout">>): ViewKind => dateLayout ?? layout;

const layoutOf = (kind: ViewKind): Pick<Arranged, "layout" | "dateLayout"> =>
  kind === "calendar" || kind === "gantt" ? { layout: "spreadsheet", dateLayout: kind } : { layout: kind, dateLayout: null };

/** The view that stores these settings of a page. */
export function shapeOf(settings: Settings, layout: ViewKind, fields: readonly Field[], config: Config): Arranged {
  const language = languageOf(fields, config);
  const { group, sort, descending, columns } = settings;
  return {
    ...layoutOf(layout),
    filter: withIds(filterOf(settings, language), language),
    groupBy: wordOf(fields, group),
    sortBy: wordOf(fields, sort),
    descending,
    columns: [...columns],
    display: displayOf(settings, layout, fields, config),
  };
}

/**
 * The settings of a page that shows a view: the settings of the view override `own`. Deleted fields and options are left out.
 * A view that an earlier build created has no display, so `own` supplies these settings.
 */
export function settingsOf(view: ViewShape, own: Settings, fields: readonly Field[], config: Config): Settings {
  const { filter: stored, groupBy, sortBy, display, ...rest } = view;
  const language = languageOf(fields, config);
  const chips = chipsOf(readStored(stored, language).filter, fields, language);
  const { filters, filter, group, sort, descending, columns } = readSettings({ ...rest, ...chips, group: groupBy, sort: sortBy }, fields);
  const settings = { ...own, filters, filter, group, sort, descending, columns };
  return display ? { ...settings, ...settingsIn(display, settings, kindOf(view), fields, config) } : settings;
}

/** True if the view must be unlocked before it changes (SV8). Rows from earlier builds lack the field. */
export const isLocked = ({ lockedByUserId }: Pick<SavedView, "lockedByUserId">): boolean => (lockedByUserId ?? null) !== null;

/** True if two versions of a view store the same. */
export const isSameShape = (a: ViewShape, b: ViewShape): boolean =>
  kindOf(a) === kindOf(b) && (["filter", "groupBy", "sortBy", "descending", "columns"] as const).every((part) => same(a[part], b[part])) && same(a.display ?? null, b.display ?? null);

/** The patch that makes a view store a shape. Nodes of earlier builds refuse the newer fields, so each newer field is sent only if it changes. */
export function changeOf(view: ViewShape, { dateLayout, display, ...shape }: Arranged): SavedViewPatch {
  return { ...shape, ...(dateLayout !== (view.dateLayout ?? null) && { dateLayout }), ...(!same(display, view.display) && { display }) };
}

/** True if a page shows something else than the view. */
export function isChanged(view: ViewShape, settings: Settings, layout: ViewKind, fields: readonly Field[], config: Config): boolean {
  return !same(shapeOf(settings, layout, fields, config), shapeOf(settingsOf(view, settings, fields, config), kindOf(view), fields, config));
}

const ownPages: Readonly<Record<OwnPage, true>> = { mine: true, created: true, completed: true, subscribed: true, private: true };

const isOwnPage = (page: Collection): page is OwnPage => page in ownPages;

/** The page that shows each person their own tasks, if the place is one; null for a list and for all tasks. */
export const pageOf = ({ collection }: Pick<Place, "collection">): OwnPage | null => (isOwnPage(collection) ? collection : null);

/** The views of a list, of a page, or of all tasks: first the shared views, then the person's own views, each group in the order that people chose. */
export function viewsOf(views: ById<SavedView>, place: Place): readonly SavedView[] {
  const own = Object.values(views).filter((view) => view.listId === place.listId && (view.page ?? null) === pageOf(place));
  return own.toSorted((a, b) => Number(a.personal) - Number(b.personal) || byRank(rankedView(a), rankedView(b)));
}

/** The address of a place without a view. */
export const pathOf = (slug: string, place: Place, view?: ViewKind): string =>
  place.listId === null ? paths.collection(slug, pageOf(place) ?? "all", { view }) : paths.list(slug, place.listId, { view });

/** The ids of the views among which a view can be moved, in order. */
export const beside = (views: readonly SavedView[], { personal }: SavedView): readonly string[] => views.filter((view) => view.personal === personal).map(({ id }) => id);

/**
 * The address of a list or page that shows a view. Settings that are not part of an address, such as columns, are stored in
 * this browser, together with the collapsed groups of the last visit.
 */
export function openedAt(view: SavedView, slug: string, fields: readonly Field[], config: Config): string {
  const place: Place = { collection: view.page ?? (view.listId === null ? "all" : "list"), listId: view.listId };
  const key = settingsKey({ me: config.me, workspaceId: config.workspace?.id, place, saved: view.id });
  const settings = settingsOf(view, { ...keptSettings(key, fields), find: "" }, fields, config);
  keepSettings(key, settings, fields);
  const layout = wordOfView(kindOf(view), usualView(useTroupe.getState()));
  const [path = "", query = ""] = pathOf(slug, place, layout).split("?");
  const params = new URLSearchParams(query);
  params.set(SAVED, view.id);
  return `${path}${writeArrangement(`?${params}`, settings, fields)}`;
}
