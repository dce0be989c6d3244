import { t } from "@lingui/core/macro";
import { Star, StarOff } from "lucide-react";
import { useMemo } from "react";
import { isFavorite, knownFavorites, mostFavorites, type Favorite } from "@/lib/favorites";
import { preferencesOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import type { MenuItem } from "@/ui/Menu";
import { tell } from "@/ui/Toast";
import { updatePreferences } from "./preferences";

const none: readonly never[] = [];

/** The favorites as they are stored. Rows of builds before schema 11 lack them. */
const storedFavorites = (state: Pick<SyncState, "preferences">) => preferencesOf(state)?.favorites ?? none;

/** The favorites of the person, in their order. */
export function useFavorites(): readonly Favorite[] {
  const stored = useTroupe(storedFavorites);
  return useMemo(() => knownFavorites(stored), [stored]);
}

/** True if the place is a favorite of this person now. Components follow changes with `useIsFavorite`. */
export const isFavoriteNow = (place: Favorite): boolean => isFavorite(storedFavorites(useTroupe.getState()), place);

export const useIsFavorite = (place: Favorite): boolean => useTroupe((state) => isFavorite(storedFavorites(state), place));

/** Adds a place to the favorites, or removes it. */
export function toggleFavorite({ kind, id }: Favorite): void {
  const isOne = isFavoriteNow({ kind, id });
  const isFull = storedFavorites(useTroupe.getState()).length >= mostFavorites;
  if (isFull && !isOne) return tell({ text: t`You have ${mostFavorites} favorites. Remove one first.` });
  void updatePreferences({ favorites: isOne ? { remove: [{ kind, id }] } : { add: [{ kind, id }] } });
}

/** Moves a favorite behind another, or to the front if `after` is null. */
export const moveFavorite = (place: Favorite, after: Favorite | null): void => void updatePreferences({ favorites: { add: [place], after } });

/** The name of the command that adds or removes a place. */
export const favoriteWords = (isOne: boolean): string => (isOne ? t`Remove from favorites` : t`Add to favorites`);

/** The menu item that adds or removes a place. */
export const favoriteItem = (place: Favorite, isOne: boolean): MenuItem => ({
  id: "favorite",
  name: favoriteWords(isOne),
  icon: isOne ? StarOff : Star,
  onSelect: () => toggleFavorite(place),
});
