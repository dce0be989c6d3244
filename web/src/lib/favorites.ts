import { isSamePlace, type KeptPlace } from "./keptPlaces";
import type { RecordPage } from "./paths";

/** A list, a saved view, a task, a page (by its name in addresses), or the page of a row that a person has starred. */
export type Favorite = KeptPlace<"list" | "view" | "ticket" | "page" | RecordPage>;

export const favoriteKinds: readonly Favorite["kind"][] = ["list", "view", "ticket", "page", "component", "version", "sprint", "person"];

/** The most favorites of a person in a workspace. The node has the same limit, in `actors/src/domain/limits.rs`. */
export const mostFavorites = 50;

export const isFavorite = (favorites: readonly KeptPlace<string>[], place: Favorite): boolean => favorites.some((other) => isSamePlace(other, place));

/** The stored favorites without those of kinds that this build does not know. */
export const knownFavorites = (favorites: readonly KeptPlace<string>[]): readonly Favorite[] =>
  favorites.filter((place): place is Favorite => favoriteKinds.some((kind) => kind === place.kind));
