import type { ViewShape } from "@/actions/savedViews";
import { usualView } from "@/actions/usualView";
import { writeArrangement } from "@/fields/arrange/address";
import { keepSettings, keptSettings, SAVED, settingsKey } from "@/fields/arrange/keep";
import { readSettings, wordOf, type Settings } from "@/fields/arrange/settings";
import type { Field } from "@/fields/field";
import { chipsOf, filterOf, languageOf, readStored, withIds } from "@/fields/filter/filterLanguage";
import type { Config } from "@/fields/options";
import { paths, type ViewKind } from "@/lib/paths";
import { wordOfView } from "@/lib/views";
import { useTroupe } from "@/sync/store";
import { same } from "@/sync/tables/tables";
import type { ById } from "@/sync/types";
import type { SavedView, SavedViewPatch } from "@/wire/generated";

/** The settings that a view stores. The search text, the widths of columns and the folded groups are the reader's own. */
export type StoredInView = Pick<Settings, "filters" | "filter" | "group" | "sort" | "descending" | "columns">;

/** How the tickets of a saved view are shown. */
export const kindOf = ({ layout, dateLayout }: Pick<ViewShape, "layout"> & Partial<Pick<ViewShape, "dateLayout">>): ViewKind => dateLayout ?? layout;

const layoutOf = (kind: ViewKind): Pick<ViewShape, "layout" | "dateLayout"> =>
  kind === "calendar" || kind === "gantt" ? { layout: "spreadsheet", dateLayout: kind } : { layout: kind, dateLayout: null };

/** The view that stores these settings of a page. */
export function shapeOf(settings: StoredInView, layout: ViewKind, fields: readonly Field[], config: Config): ViewShape {
  const language = languageOf(fields, config);
  const { group, sort, descending, columns } = settings;
  return { ...layoutOf(layout), filter: withIds(filterOf(settings, language), language), groupBy: wordOf(fields, group), sortBy: wordOf(fields, sort), descending, columns: [...columns] };
}

/** The settings that a view stores. Fields and options that are gone are left out. */
export function settingsOf({ filter: stored, groupBy, sortBy, ...view }: ViewShape, fields: readonly Field[], config: Config): StoredInView {
  const language = languageOf(fields, config);
  const chips = chipsOf(readStored(stored, language).filter, fields, language);
  const { filters, filter, group, sort, descending, columns } = readSettings({ ...view, ...chips, group: groupBy, sort: sortBy }, fields);
  return { filters, filter, group, sort, descending, columns };
}

/** True if two versions of a view store the same. */
export const isSameShape = (a: ViewShape, b: ViewShape): boolean =>
  kindOf(a) === kindOf(b) && (["filter", "groupBy", "sortBy", "descending", "columns"] as const).every((part) => same(a[part], b[part]));

/** The patch that makes a view store a shape. Nodes of builds without `dateLayout` refuse this field, so it is sent only if it changes. */
export function changeOf(view: ViewShape, { dateLayout, ...shape }: ViewShape): SavedViewPatch {
  return dateLayout === (view.dateLayout ?? null) ? shape : { ...shape, dateLayout };
}

/** True if a page shows something else than the view. */
export function isChanged(view: ViewShape, settings: StoredInView, layout: ViewKind, fields: readonly Field[], config: Config): boolean {
  return !same(shapeOf(settings, layout, fields, config), shapeOf(settingsOf(view, fields, config), kindOf(view), fields, config));
}

/** The views of a list, or of all tasks, by name: first those that are shared, then the person's own. */
export function viewsOf(views: ById<SavedView>, listId: string | null): readonly SavedView[] {
  const own = Object.values(views).filter((view) => view.listId === listId);
  return own.toSorted((a, b) => Number(a.personal) - Number(b.personal) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}

/**
 * An address within the place of a view that shows it. Its columns are kept in this browser, because no address holds
 * them, beside the widths and folded groups of the last time.
 */
export function openedAt(view: SavedView, slug: string, fields: readonly Field[], config: Config): string {
  const place = { collection: view.listId === null ? "all" : "list", listId: view.listId } as const;
  const key = settingsKey({ me: config.me, workspaceId: config.workspace?.id, place, saved: view.id });
  const settings = { ...keptSettings(key, fields), ...settingsOf(view, fields, config), find: "" };
  keepSettings(key, settings, fields);
  const layout = wordOfView(kindOf(view), usualView(useTroupe.getState()));
  const [path = "", query = ""] = (view.listId === null ? paths.collection(slug, "all", { view: layout }) : paths.list(slug, view.listId, { view: layout })).split("?");
  const params = new URLSearchParams(query);
  params.set(SAVED, view.id);
  return `${path}${writeArrangement(`?${params}`, settings, fields)}`;
}
