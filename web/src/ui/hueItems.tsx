import type { ComponentType } from "react";
import type { MenuItem } from "./Menu";
import { hues, type Hue } from "./vocabulary";

/** "Teal" for `teal`. */
export const hueName = (hue: Hue): string => `${hue.charAt(0).toUpperCase()}${hue.slice(1)}`;

/** The twelve hues as menu items, each with the dot that it colours. */
export function hueItems(current: Hue, Dot: ComponentType<{ hue: Hue }>, onPick: (hue: Hue) => void): MenuItem[] {
  return hues.map((hue) => ({
    id: hue,
    name: hueName(hue),
    picture: <Dot hue={hue} />,
    checked: hue === current,
    onSelect: () => onPick(hue),
  }));
}
