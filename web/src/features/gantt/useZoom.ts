import { useEffect, type RefObject } from "react";
import { daysBetween, today } from "@/lib/plainDate";
import { useLatest } from "@/lib/useLatest";
import { changeGantt, useGanttView, type ChartTools } from "./ganttView";
import { zoomBy, zoomToFit } from "./scale";
import type { ChartScroll } from "./useChartScroll";

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  scroll: ChartScroll;
  tree: number;
  /** The days of all bars together. */
  bounds: { start: string; end: string } | null;
}

/** How far the wheel turns, with Ctrl, for one step of the zoom. */
const turn = 60;

/** Zooms by the wheel around the pointer, and gives the tools of the toolbar what they need. */
export function useZoom(wanted: Wanted): void {
  const latest = useLatest(wanted);
  useEffect(() => {
    const zoomTo: ChartTools["zoomTo"] = (zoom) => changeGantt({ zoom });
    const tools: ChartTools = {
      today: () => {
        const { scroll } = latest.current;
        scroll.showDate(today(), scroll.scroll().width / 3);
      },
      fit: () => {
        const { bounds, scroll } = latest.current;
        if (bounds === null) return tools.today();
        const { width } = scroll.scroll();
        // A margin, so that no bar touches an edge.
        zoomTo(zoomToFit(daysBetween(bounds.start, bounds.end) + 3, width));
        requestAnimationFrame(() => latest.current.scroll.showDate(bounds.start, 24));
      },
      zoom: (steps) => zoomTo(zoomBy(useGanttView.getState().settings.zoom, steps)),
      zoomTo,
    };
    useGanttView.setState({ tools });
    return () => useGanttView.setState({ tools: null });
  }, [latest]);
  useEffect(() => {
    const element = wanted.scroller.current;
    if (!element) return undefined;
    let turned = 0;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < turn) return;
      const { scroll, tree } = latest.current;
      scroll.pin.current = Math.max(event.clientX - element.getBoundingClientRect().left - tree, 0);
      const { zoom } = useGanttView.getState().settings;
      const next = zoomBy(zoom, turned > 0 ? -1 : 1);
      turned = 0;
      if (next === zoom) scroll.pin.current = null;
      else changeGantt({ zoom: next });
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [wanted.scroller, latest]);
}
