import { t } from "@lingui/core/macro";
import { Star, StarOff } from "lucide-react";
import { changeFavorites, favoritesOf, isFavorite, mostFavorites, toggled, useFavorites, type Favorite } from "@/lib/favorites";
import { useTroupe } from "@/sync/store";
import type { MenuItem } from "@/ui/Menu";
import { tell } from "@/ui/Toast";

const whose = () => {
  const { workspace, me } = useTroupe.getState();
  return { workspaceId: workspace?.id ?? "", me: me ?? "" };
};

/** True if the place is a favorite of this person now. Components follow changes with `useIsFavorite`. */
export function isFavoriteNow(place: Favorite): boolean {
  const { workspaceId, me } = whose();
  return isFavorite(favoritesOf(workspaceId, me), place);
}

export function useIsFavorite(place: Favorite): boolean {
  const workspaceId = useTroupe((state) => state.workspace?.id ?? "");
  const me = useTroupe((state) => state.me ?? "");
  return isFavorite(useFavorites(workspaceId, me), place);
}

/** Adds a place to the favorites, or removes it. */
export function toggleFavorite(place: Favorite): void {
  const { workspaceId, me } = whose();
  const isFull = favoritesOf(workspaceId, me).length >= mostFavorites && !isFavoriteNow(place);
  if (isFull) return tell({ text: t`You have ${mostFavorites} favorites. Remove one first.` });
  changeFavorites(workspaceId, me, (favorites) => toggled(favorites, place));
}

/** The name of the command that adds or removes a place. */
export const favoriteWords = (isOne: boolean): string => (isOne ? t`Remove from favorites` : t`Add to favorites`);

/** The menu item that adds or removes a place. */
export const favoriteItem = (place: Favorite, isOne: boolean): MenuItem => ({
  id: "favorite",
  name: favoriteWords(isOne),
  icon: isOne ? StarOff : Star,
  onSelect: () => toggleFavorite(place),
});
