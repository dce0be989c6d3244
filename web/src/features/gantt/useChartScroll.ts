import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { useLatest } from "@/lib/useLatest";
import { today, type PlainDate } from "@/lib/plainDate";
import { scrollOnAxis, xOf, type Axis } from "./scale";
import { daysInSight, type DayRange } from "./sight";

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  axis: Axis;
  /** The width of the tree, which covers the left of the window. */
  tree: number;
}

/** The part of the axis that is in sight. The chart renders once for each block of days, and the hints of rows follow every step. */
export function useChartScroll({ scroller, axis, tree }: Wanted) {
  const [range, setRange] = useState<DayRange>({ from: 0, to: 0 });
  const latest = useLatest({ axis, tree });
  const listeners = useRef(new Set<() => void>());
  const shownAxis = useRef<Axis | null>(null);
  /** The position whose day a zoom keeps, in pixels from the left edge of the chart. Without it, the middle. */
  const pin = useRef<number | null>(null);

  const scroll = useCallback(() => {
    const element = scroller.current;
    return { left: element?.scrollLeft ?? 0, width: Math.max((element?.clientWidth ?? 0) - latest.current.tree, 0) };
  }, [scroller, latest]);
  /** The same as of the last look: rows ask as they render, and reading the element would then cost a layout for each. */
  const sight = useRef({ left: 0, width: 0 });
  const seen = useCallback(() => sight.current, []);
  const onScroll = useCallback((changed: () => void) => {
    listeners.current.add(changed);
    return () => void listeners.current.delete(changed);
  }, []);
  const showDate = useCallback(
    (date: PlainDate, at: number) => scroller.current?.scrollTo({ left: xOf(latest.current.axis, date) - at }),
    [scroller, latest],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => {
      sight.current = scroll();
      const next = daysInSight(axis, sight.current.left, sight.current.width);
      setRange((last) => (last.from === next.from && last.to === next.to ? last : next));
      for (const changed of listeners.current) changed();
    };
    const before = shownAxis.current;
    shownAxis.current = axis;
    if (before !== axis) {
      const { left, width } = scroll();
      // At first, today is a third from the left, because most work lies in the future.
      element.scrollTo({ left: before === null ? xOf(axis, today()) - width / 3 : scrollOnAxis(before, axis, left, pin.current ?? width / 2) });
      pin.current = null;
    }
    look();
    // Renders before the browser paints, so that no empty columns show. A scroll down changes nothing here.
    const scrolled = () => {
      if (element.scrollLeft !== sight.current.left) flushSync(look);
    };
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", scrolled);
    };
  }, [axis, tree, scroller, scroll]);

  return useMemo(() => ({ range, scroll, seen, onScroll, showDate, pin }), [range, scroll, seen, onScroll, showDate]);
}

export type ChartScroll = ReturnType<typeof useChartScroll>;
