import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Ellipsis } from "lucide-react";
import { favoriteItem, moveFavorite, useFavorites } from "@/actions/favorites";
import { nameOfPlace, pathOfPlace, PlacePicture, useThere } from "@/actions/keptPlaces";
import type { Favorite } from "@/lib/favorites";
import { step, type Behind } from "@/lib/place";
import { useDragInOrder } from "@/lib/useDragInOrder";
import { useTroupe } from "@/sync/store";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { Line } from "./Line";
import styles from "./Sidebar.module.css";

/** The favorites in the order that the person has given them. Shows nothing without favorites. */
export function Favorites({ slug }: { slug: string }) {
  const shown = useThere(useFavorites());
  if (shown.length === 0) return null;
  const order = shown.map(({ id }) => id);
  const named = (id: string | null) => shown.find((place) => place.id === id) ?? null;
  const move = (id: string, after: Behind) => {
    const place = named(id);
    if (place && after !== undefined) moveFavorite(place, named(after));
  };
  return (
    <div role="group" aria-label={t`Favorites`}>
      <h4 className={styles.heading}><Trans>Favorites</Trans></h4>
      {shown.map((place) => (
        <FavoriteLine key={place.id} place={place} slug={slug} order={order} onMove={move} />
      ))}
    </div>
  );
}

interface FavoriteLineProps {
  place: Favorite;
  slug: string;
  /** The ids of all favorites that are shown. */
  order: readonly string[];
  onMove: (id: string, after: Behind) => void;
}

/** A favorite with its menu. It moves by dragging or by the menu. */
function FavoriteLine({ place, slug, order, onMove }: FavoriteLineProps) {
  const { id } = place;
  const name = useTroupe((state) => nameOfPlace(state, place));
  const to = useTroupe((state) => pathOfPlace(state, slug, place));
  const { item, dragged, edge } = useDragInOrder({ kind: "sidebar-favorite", id, order, axis: "down", onMove });
  const [up, down] = [step(order, id, -1), step(order, id, 1)];
  return (
    <Line
      ref={item}
      dragged={dragged}
      edge={edge}
      to={to}
      icon={<PlacePicture place={place} />}
      name={name}
      more={
        <Menu
          name={t`Actions for favorite ${name}`}
          items={[
            { id: "up", name: t`Move up`, icon: ArrowUp, disabled: up === undefined, onSelect: () => onMove(id, up) },
            { id: "down", name: t`Move down`, icon: ArrowDown, disabled: down === undefined, onSelect: () => onMove(id, down) },
            { ...favoriteItem(place, true), apart: true },
          ]}
        >
          <IconButton icon={Ellipsis} name={t`Actions for favorite ${name}`} size="xs" className={styles.more} />
        </Menu>
      }
    />
  );
}
