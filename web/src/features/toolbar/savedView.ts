import type { ViewShape } from "@/actions/savedViews";
import { writeArrangement } from "@/fields/arrange/address";
import { keepSettings, SAVED, settingsKey } from "@/fields/arrange/keep";
import { readSettings, wordOf, type Settings } from "@/fields/arrange/settings";
import type { Field } from "@/fields/field";
import { chipsOf, filterOf, languageOf, readStored, withIds } from "@/fields/filter/filterLanguage";
import type { Config } from "@/fields/options";
import { paths, type ViewKind } from "@/lib/paths";
import { same } from "@/sync/tables/tables";
import type { ById } from "@/sync/types";
import type { SavedView } from "@/wire/generated";

/** What a view stores of the settings of a page. The text of the search field is not stored, nor are the widths of columns. */
export function shapeOf(settings: Settings, layout: ViewKind, fields: readonly Field[], config: Config): ViewShape {
  const language = languageOf(fields, config);
  const { group, sort, descending, columns } = settings;
  return { layout, filter: withIds(filterOf(settings, language), language), groupBy: wordOf(fields, group), sortBy: wordOf(fields, sort), descending, columns: [...columns] };
}

/** The settings of a page that shows a view. Fields and options that are gone are left out. */
export function settingsOf({ filter, groupBy, sortBy, descending, columns }: ViewShape, fields: readonly Field[], config: Config): Settings {
  const language = languageOf(fields, config);
  const chips = chipsOf(readStored(filter, language).filter, fields, language);
  return readSettings({ ...chips, group: groupBy, sort: sortBy, descending, columns }, fields);
}

/** True if a page shows something else than the view. */
export function isChanged(view: ViewShape, settings: Settings, layout: ViewKind, fields: readonly Field[], config: Config): boolean {
  return !same(shapeOf(settings, layout, fields, config), shapeOf(settingsOf(view, fields, config), view.layout, fields, config));
}

/** The views of a list, or of all tasks, by name: first those that are shared, then the person's own. */
export function viewsOf(views: ById<SavedView>, listId: string | null): readonly SavedView[] {
  const own = Object.values(views).filter((view) => view.listId === listId);
  return own.toSorted((a, b) => Number(a.personal) - Number(b.personal) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}

/** An address within the place of a view that shows it. Its columns are kept in this browser, because no address holds them. */
export function openedAt(view: SavedView, slug: string, fields: readonly Field[], config: Config): string {
  const settings = settingsOf(view, fields, config);
  const place = { collection: view.listId === null ? "all" : "list", listId: view.listId } as const;
  keepSettings(settingsKey({ me: config.me, workspaceId: config.workspace?.id, place, saved: view.id }), settings, fields);
  const layout = view.layout === "kanban" ? view.layout : undefined;
  const [path = "", query = ""] = (view.listId === null ? paths.collection(slug, "all", { view: layout }) : paths.list(slug, view.listId, { view: layout })).split("?");
  const params = new URLSearchParams(query);
  params.set(SAVED, view.id);
  return `${path}${writeArrangement(`?${params}`, settings, fields)}`;
}
