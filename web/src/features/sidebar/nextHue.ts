import { hues, type Hue } from "@/ui/vocabulary";

/** Of the hues that fewest lists have, the first; grey is for the suggested ones. */
export function nextHue(taken: readonly Hue[]): Hue {
  const colours = hues.filter((hue) => hue !== "grey");
  const uses = (hue: Hue) => taken.filter((other) => other === hue).length;
  return colours.reduce((best, hue) => (uses(hue) < uses(best) ? hue : best));
}
