import { useCallback, useLayoutEffect, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { scrollTopFor, sightAt, type Sight } from "./sight";

/** No lines before the sheet is measured. */
const unmeasured: Sight = { from: 0, to: 0 };

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  lineHeight: number;
  /** Pixels at the top and the bottom of the window that are covered. */
  above: number;
  below: number;
}

/**
 * The lines of a sheet that are in sight. All lines are equally high, so a scroll needs no measurement, and the sheet
 * renders only when a line comes into sight or leaves. Also gives the sheet its visible width, as `--seen`.
 */
export function useSight({ scroller, lineHeight, above, below }: Wanted): { sight: Sight; scrollTo: (line: number) => void } {
  const [sight, setSight] = useState(unmeasured);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => {
      const next = sightAt(element.scrollTop, element.clientHeight, lineHeight);
      setSight((last) => (last.from === next.from && last.to === next.to ? last : next));
    };
    // Renders before the browser paints the scrolled sheet, so no empty lines show.
    const onScroll = () => flushSync(look);
    // Group heads need this width. As a container query, it made the layout of each new row three times as slow.
    const resized = new ResizeObserver(() => {
      element.style.setProperty("--seen", `${element.clientWidth}px`);
      look();
    });
    look();
    resized.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [scroller, lineHeight]);
  const scrollTo = useCallback(
    (line: number) => {
      const element = scroller.current;
      if (!element) return;
      const { scrollTop, clientHeight: height } = element;
      const to = scrollTopFor(line, { scrollTop, height, lineHeight, above, below });
      if (to !== null) element.scrollTo({ top: to });
    },
    [scroller, lineHeight, above, below],
  );
  return { sight, scrollTo };
}
