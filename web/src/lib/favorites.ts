import { isSamePlace, keptPlaces, type KeptPlace } from "./keptPlaces";
import type { RecordPage } from "./paths";
import type { Behind } from "./place";

/** A list, a saved view, a task, a page of tasks across lists (by its name in addresses), or the page of a row that a person has starred. */
export type Favorite = KeptPlace<"list" | "view" | "ticket" | "page" | RecordPage>;

/** The most favorites of a person in a workspace. */
export const mostFavorites = 50;

const places = keptPlaces<Favorite["kind"]>({ name: "favorites", kinds: ["list", "view", "ticket", "page", "component", "version", "sprint", "person"], most: mostFavorites });

export const isFavorite = (favorites: readonly Favorite[], place: Favorite): boolean => favorites.some((other) => isSamePlace(other, place));

/** The favorites with a place added at their end, or without the place if it is already one. A full list takes no more. */
export function toggled(favorites: readonly Favorite[], { kind, id }: Favorite): readonly Favorite[] {
  if (isFavorite(favorites, { kind, id })) return favorites.filter((other) => !isSamePlace(other, { kind, id }));
  return favorites.length < mostFavorites ? [...favorites, { kind, id }] : favorites;
}

/** The favorites with one of them moved after another, or to the front if `after` is null. */
export function moved(favorites: readonly Favorite[], id: string, after: Exclude<Behind, undefined>): readonly Favorite[] {
  const carried = favorites.find((place) => place.id === id);
  if (!carried || after === id) return favorites;
  const others = favorites.filter((place) => place !== carried);
  const at = after === null ? 0 : others.findIndex((place) => place.id === after) + 1;
  return others.toSpliced(at, 0, carried);
}

export const favoritesOf = places.now;
export const useFavorites = places.use;
export const changeFavorites = places.change;
