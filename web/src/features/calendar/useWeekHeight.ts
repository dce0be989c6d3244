import { useLayoutEffect, useState, type RefObject } from "react";

/** The height of a week in the month, in px. It follows the size of the window. */
export function useWeekHeight(root: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(120);
  useLayoutEffect(() => {
    const weeks = root.current?.querySelector("[data-weeks]");
    if (!weeks) return undefined;
    const measure = () => {
      const row = weeks.querySelector(":scope > :not([hidden])");
      if (row) setHeight(Math.floor(row.getBoundingClientRect().height));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(weeks);
    return () => observer.disconnect();
  }, [root]);
  return height;
}
