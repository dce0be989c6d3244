import { useCallback, useLayoutEffect, useRef, type RefObject } from "react";
import { isStill } from "@/lib/still";

interface Place {
  left: number;
  top: number;
}

/** The same duration as the token `--d-remote`. */
const duration = 220;
const easing = "cubic-bezier(.3, .1, .1, 1)";

/**
 * Lets chips travel to their new place when a task moves. `view` names what is shown: chips do not travel
 * between months, nor when the window changes its size. After `settle`, the next move is shown at once, because the person has dropped the chip there.
 */
export function useMoves(root: RefObject<HTMLElement | null>, view: string) {
  const before = useRef<{ view: string; places: Map<string, Place> }>({ view: "", places: new Map() });
  const carried = useRef(false);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const origin = element.getBoundingClientRect();
    const { scrollTop } = element;
    const places = new Map<string, Place>();
    const moved: [HTMLElement, Place, Place][] = [];
    const known = before.current;
    const shown = `${view} ${origin.width} ${origin.height}`;
    for (const chip of element.querySelectorAll<HTMLElement>("article[data-ticket]")) {
      const key = chip.dataset.ticket ?? "";
      // The first part of a task stands for the task.
      if (places.has(key)) continue;
      const { left, top } = chip.getBoundingClientRect();
      const place = { left: left - origin.left, top: top - origin.top + scrollTop };
      places.set(key, place);
      const last = known.places.get(key);
      if (last && known.view === shown && (Math.abs(last.left - place.left) > 1 || Math.abs(last.top - place.top) > 1)) moved.push([chip, last, place]);
    }
    before.current = { view: shown, places };
    const wasCarried = carried.current;
    carried.current = false;
    if (wasCarried || isStill()) return;
    for (const [chip, from, to] of moved)
      chip.animate([{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`, zIndex: 4 }, { transform: "none" }], { duration, easing });
  });
  const settle = useCallback(() => {
    carried.current = true;
  }, []);
  return { settle };
}
