import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from "react";
import { changedDates, dragged, type BarPart, type ScheduledRow } from "@/fields/roadmap";
import type { PlainDate } from "@/lib/plainDate";
import type { Axis } from "./axis";
import type { RoadmapActs } from "./Roadmap";

interface Options {
  row: ScheduledRow;
  axis: Axis;
  onDates: RoadmapActs["onDates"];
}

interface Drag {
  part: BarPart;
  x: number;
  days: { from: PlainDate; to: PlainDate };
}

/** Dragging a bar, or an end of it, by days. Esc restores the old dates, and releasing the pointer stores the new ones. */
export function useBarDrag({ row, axis, onDates }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  // The click that ends a drag follows no link.
  const hasMoved = useRef(false);
  const isDragged = drag !== null;
  useEffect(() => {
    if (!isDragged) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      setDrag(null);
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, [isDragged]);

  const handleOf = (part: BarPart) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      hasMoved.current = false;
      // A finger on the bar scrolls the chart; its ends are handles for fingers, too.
      if (event.button !== 0 || (part === "whole" && (event.pointerType === "touch" || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey))) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ part, x: event.clientX, days: { from: row.from, to: row.to } });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag) return;
      const days = Math.round((event.clientX - drag.x) / axis.dayWidth);
      if (days !== 0) hasMoved.current = true;
      setDrag({ ...drag, days: dragged(row, drag.part, days) });
    },
    onPointerUp: () => {
      if (!drag) return;
      setDrag(null);
      const changed = changedDates(row, drag.part, drag.days);
      if (Object.keys(changed).length > 0) onDates(row, changed);
    },
    onPointerCancel: () => setDrag(null),
  });
  const onClick = (event: MouseEvent) => {
    if (hasMoved.current) event.preventDefault();
  };
  return { shown: drag?.days ?? { from: row.from, to: row.to }, handleOf, onClick, isDragged };
}
