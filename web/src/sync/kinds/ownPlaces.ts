import type { Favorite, FavoritesPatch, PreferencesPatch, ShortcutKeys, ShortcutKeysPatch, SidebarPages, SidebarPagesPatch } from "@/wire/generated";

/** What a person keeps at hand. Rows of builds before schema 11 lack these fields. */
export interface OwnPlaces {
  favorites?: Favorite[] | null;
  pages?: SidebarPages | null;
  shortcuts?: ShortcutKeys | null;
}

/** What a command says about them. */
interface OwnPlacesPatch {
  favorites?: FavoritesPatch | null | undefined;
  pages?: SidebarPagesPatch | null | undefined;
  shortcuts?: ShortcutKeysPatch | null | undefined;
}

/** The same limits as in `actions/src/domain/limits.rs`. */
const most = { favorites: 50, pages: 50, shortcuts: 300, word: 100, keys: 60 };
const kinds = ["list", "view", "ticket", "page", "component", "version", "sprint", "person"];

const isWord = (name: string) => name.length <= most.word && /^[\w.:-]+$/.test(name);
const areKeys = (keys: string) => new TextEncoder().encode(keys).length <= most.keys && !/\p{Cc}/u.test(keys);
const isPlace = ({ kind, id }: Favorite) => kinds.includes(kind) && isWord(id);

const isSame = (a: Favorite, b: Favorite) => a.kind === b.kind && a.id === b.id;
const holds = (places: readonly Favorite[], place: Favorite) => places.some((other) => isSame(other, place));
const once = (places: readonly Favorite[]) => places.filter((place, at) => places.findIndex((other) => isSame(other, place)) === at);

/** True if a number has grown above its limit. */
const overgrown = (before: number, after: number, limit: number) => after > before && after > limit;

/** The favorites after a patch; null if the node will refuse the patch. */
export function patchedFavorites(before: readonly Favorite[], { add = [], remove = [], after }: FavoritesPatch): Favorite[] | null {
  if (!add.every(isPlace)) return null;
  const kept = before.filter((place) => !holds(remove, place));
  const stay = after === undefined ? kept : kept.filter((place) => !holds(add, place));
  const added = once(add).filter((place) => !holds(stay, place));
  const behind = after ? stay.findIndex((place) => isSame(place, after)) : -1;
  const at = after === null ? 0 : behind < 0 ? stay.length : behind + 1;
  const places = stay.toSpliced(at, 0, ...added.map(({ kind, id }) => ({ kind, id })));
  return overgrown(before.length, places.length, most.favorites) ? null : places;
}

/** The choices of a table after a patch, in which null removes a choice. */
function patchedChoices<T>(before: Readonly<Record<string, T>>, patch: Readonly<Record<string, T | null>>): Record<string, T> {
  const entries = Object.entries({ ...before, ...patch });
  return Object.fromEntries(entries.filter((entry): entry is [string, T] => entry[1] !== null));
}

const isChosen = ([, choice]: [string, unknown]) => choice !== null;

function patchedPages(before: SidebarPages, { shown = {}, order }: SidebarPagesPatch): SidebarPages | null {
  const named = [...Object.entries(shown).filter(isChosen).map(([page]) => page), ...(order ?? [])];
  if (!named.every(isWord)) return null;
  const next = { shown: patchedChoices(before.shown, shown), order: order ? [...new Set(order)] : before.order };
  const counts = [[before.shown, next.shown], [before.order, next.order]].map((sides) => sides.map((side) => Object.keys(side ?? {}).length));
  return counts.some(([was = 0, is = 0]) => overgrown(was, is, most.pages)) ? null : next;
}

function patchedShortcuts(before: ShortcutKeys, { keys = {}, singles = before.singles }: ShortcutKeysPatch): ShortcutKeys | null {
  if (!Object.entries(keys).every(([id, chosen]) => chosen === null || (isWord(id) && areKeys(chosen)))) return null;
  const next = patchedChoices(before.keys, keys);
  return overgrown(Object.keys(before.keys).length, Object.keys(next).length, most.shortcuts) ? null : { keys: next, singles };
}

const noPages: SidebarPages = { shown: {}, order: [] };
const usualKeys: ShortcutKeys = { keys: {}, singles: true };

/** The fields after a patch, without those that the patch does not name; null if the node will refuse the patch. */
export function patchedPlaces(row: OwnPlaces, { favorites, pages, shortcuts }: OwnPlacesPatch): OwnPlaces | null {
  const next: OwnPlaces = {
    ...(favorites !== undefined && { favorites: favorites && patchedFavorites(row.favorites ?? [], favorites) }),
    ...(pages !== undefined && { pages: pages && patchedPages(row.pages ?? noPages, pages) }),
    ...(shortcuts !== undefined && { shortcuts: shortcuts && patchedShortcuts(row.shortcuts ?? usualKeys, shortcuts) }),
  };
  const refused = (favorites && !next.favorites) || (pages && !next.pages) || (shortcuts && !next.shortcuts);
  return refused ? null : next;
}

/** The names of a patch, each with the value that it had; null if it had none. */
const asBefore = <T>(before: Readonly<Record<string, T>>, patch: Readonly<Record<string, unknown>>): Record<string, T | null> =>
  Object.fromEntries(Object.keys(patch).map((name) => [name, before[name] ?? null]));

/** Patches that restore the favorites: the first takes new ones away, and each of the others puts one back behind the favorite that preceded it. */
function favoritesBack(before: readonly Favorite[] | null, patch: FavoritesPatch | null): (FavoritesPatch | null)[] {
  if (before === null) return [null];
  if (patch === null) return [{ add: [...before] }];
  const { add = [], remove = [], after } = patch;
  const moved = before.filter((place) => holds(remove, place) || (after !== undefined && holds(add, place)));
  const back = moved.map((place) => ({ add: [place], after: before[before.indexOf(place) - 1] ?? null }));
  return [{ remove: add.filter((place) => !holds(before, place)) }, ...back];
}

/** The patches that undo a patch, one after the other. */
export function placesBack(row: OwnPlaces, { favorites, pages, shortcuts }: OwnPlacesPatch): PreferencesPatch[] {
  const [was, keys] = [row.pages ?? null, row.shortcuts ?? null];
  const rest: PreferencesPatch = {
    ...(pages !== undefined && { pages: was && (pages === null ? was : { ...(pages.shown && { shown: asBefore(was.shown, pages.shown) }), ...(pages.order && { order: was.order }) }) }),
    ...(shortcuts !== undefined && { shortcuts: keys && (shortcuts === null ? keys : { ...(shortcuts.keys && { keys: asBefore(keys.keys, shortcuts.keys) }), singles: keys.singles }) }),
  };
  const first = favorites === undefined ? [] : favoritesBack(row.favorites ?? null, favorites).map((back) => ({ favorites: back }));
  return [...(Object.keys(rest).length > 0 ? [rest] : []), ...first];
}
