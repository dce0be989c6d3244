import { useEffect, useState, type RefObject } from "react";
import type { PlainDate } from "@/lib/plainDate";
import { useLatest } from "@/lib/useLatest";
import { dayAt } from "./drag";
import type { Span } from "./spans";

const spanned = (a: PlainDate, b: PlainDate): Span => (a <= b ? { from: a, to: b } : { from: b, to: a });
const taken = "[data-ticket],button,input,a,label";

/**
 * A click on the free part of a day, or a drag over several days, draws a new task. Returns the days that are being drawn
 * over. A finger scrolls instead, and draws only by a tap.
 */
export function useDraw(root: RefObject<HTMLElement | null>, onDraw: (days: Span) => void, mayBegin: () => boolean): Span | null {
  const [drawn, setDrawn] = useState<Span | null>(null);
  const latest = useLatest({ onDraw, mayBegin });
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    let began: PlainDate | null = null;
    const move = ({ clientX, clientY }: PointerEvent) => {
      const day = dayAt(clientX, clientY);
      if (began === null || day === null) return;
      const next = spanned(began, day);
      setDrawn((before) => (before?.from === next.from && before.to === next.to ? before : next));
    };
    const end = (done: boolean) => (event: PointerEvent) => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", finish);
      window.removeEventListener("pointercancel", cancel);
      window.removeEventListener("keydown", escape, true);
      const [from, day] = [began, dayAt(event.clientX, event.clientY)];
      began = null;
      setDrawn(null);
      if (done && from !== null) latest.current.onDraw(spanned(from, day ?? from));
    };
    const finish = end(true);
    const cancel = end(false);
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      cancel(new PointerEvent("pointercancel"));
    };
    const press = (event: PointerEvent) => {
      const { target, button, clientX, clientY, pointerType } = event;
      if (button !== 0 || event.ctrlKey || event.metaKey || !latest.current.mayBegin() || !(target instanceof HTMLElement) || target.closest(taken)) return;
      began = dayAt(clientX, clientY);
      if (began === null) return;
      window.addEventListener("pointerup", finish);
      window.addEventListener("pointercancel", cancel);
      if (pointerType === "touch") return;
      setDrawn(spanned(began, began));
      window.addEventListener("pointermove", move);
      window.addEventListener("keydown", escape, true);
    };
    element.addEventListener("pointerdown", press);
    return () => {
      element.removeEventListener("pointerdown", press);
      cancel(new PointerEvent("pointercancel"));
    };
  }, [root, latest]);
  return drawn;
}
