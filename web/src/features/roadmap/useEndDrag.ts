import { useEffect, useState, type PointerEvent } from "react";
import { dragged, type ScheduledRow } from "@/fields/roadmap";
import { addDays, type PlainDate } from "@/lib/plainDate";
import type { Axis } from "./axis";
import type { RoadmapActs } from "./Roadmap";

interface Options {
  row: ScheduledRow;
  axis: Axis;
  onDates: RoadmapActs["onDates"];
}

interface Drag {
  edge: "start" | "end";
  x: number;
  dates: { from: PlainDate; to: PlainDate };
}

/** Dragging an end of a bar by days. Esc gives the dates back, and a release stores them. */
export function useEndDrag({ row, axis, onDates }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
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

  const handleOf = (edge: Drag["edge"]) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ edge, x: event.clientX, dates: { from: row.from, to: row.to } });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag) return;
      const days = Math.round((event.clientX - drag.x) / axis.dayWidth);
      setDrag({ ...drag, dates: dragged(row, edge, addDays(edge === "start" ? row.from : row.to, days)) });
    },
    onPointerUp: () => {
      if (!drag) return;
      setDrag(null);
      if (drag.dates.from !== row.from || drag.dates.to !== row.to) onDates(row, drag.dates);
    },
    onPointerCancel: () => setDrag(null),
  });
  return { shown: drag?.dates ?? { from: row.from, to: row.to }, handleOf, isDragged };
}
