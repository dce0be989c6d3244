import { hues, type Hue } from "./vocabulary";

/** The first of the hues that the fewest lists have. Grey is kept for the suggested lists. */
export function nextHue(taken: readonly Hue[]): Hue {
  const colours = hues.filter((hue) => hue !== "grey");
  const uses = (hue: Hue) => taken.filter((other) => other === hue).length;
  return colours.reduce((best, hue) => (uses(hue) < uses(best) ? hue : best));
}
