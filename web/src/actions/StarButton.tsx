import { t } from "@lingui/core/macro";
import { Star } from "lucide-react";
import { cx } from "@/lib/cx";
import type { Favorite } from "@/lib/favorites";
import { IconButton } from "@/ui/IconButton";
import { toggleFavorite, useIsFavorite } from "./favorites";
import styles from "./StarButton.module.css";

interface StarButtonProps {
  place: Favorite;
  /** The name of the place, which tells several stars apart. */
  of?: string;
}

/** Adds a place to the favorites in the sidebar, or removes it. The star of a favorite is filled. */
export function StarButton({ place, of }: StarButtonProps) {
  const isOne = useIsFavorite(place);
  const name = of === undefined ? t`Favorite` : t`Favorite: ${of}`;
  return <IconButton icon={Star} name={name} aria-pressed={isOne} className={cx(isOne && styles.on)} onClick={() => toggleFavorite(place)} />;
}
