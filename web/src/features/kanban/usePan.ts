import { useEffect, type RefObject } from "react";

/** Pixels that the pointer moves before the board follows it. */
const threshold = 5;

/** Lets a board be scrolled sideways: by dragging its empty space with a mouse, and by the wheel with Shift. */
export function usePan(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const all = new AbortController();
    const { signal } = all;
    const press = (down: PointerEvent) => {
      if (down.pointerType !== "mouse" || down.button !== 0 || !isEmptySpace(down.target as Element) || isOnBar(element, down)) return;
      const [from, left] = [down.clientX, element.scrollLeft];
      const drag = new AbortController();
      const end = () => {
        drag.abort();
        element.style.cursor = "";
      };
      const follow = ({ clientX, buttons }: PointerEvent) => {
        if (buttons === 0) return end();
        const by = clientX - from;
        if (element.style.cursor === "" && Math.abs(by) < threshold) return;
        element.style.cursor = "grabbing";
        element.scrollLeft = left - by;
      };
      // The pointer may leave the board, and even the window.
      window.addEventListener("pointermove", follow, { signal: drag.signal });
      for (const over of ["pointerup", "pointercancel", "blur"] as const) window.addEventListener(over, end, { signal: drag.signal });
      signal.addEventListener("abort", end, { signal: drag.signal });
    };
    // While Shift is down, some browsers already scroll sideways; then deltaX is not 0.
    const wheel = (event: WheelEvent) => {
      if (!event.shiftKey || event.ctrlKey || event.deltaX !== 0 || element.scrollWidth <= element.clientWidth) return;
      event.preventDefault();
      element.scrollLeft += event.deltaY;
    };
    element.addEventListener("pointerdown", press, { signal });
    element.addEventListener("wheel", wheel, { signal, passive: false });
    return () => all.abort();
  }, [scroller]);
}

/** True for a part of the board that has no use of its own for the mouse. */
const isEmptySpace = (target: Element): boolean => target.closest("article, header, button, a, input, textarea, label") === null;

/** True for a point on a scroll bar of the board. */
function isOnBar(element: Element, { clientX, clientY }: PointerEvent): boolean {
  const { left, top } = element.getBoundingClientRect();
  return clientX - left >= element.clientLeft + element.clientWidth || clientY - top >= element.clientTop + element.clientHeight;
}
