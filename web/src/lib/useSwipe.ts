import { useMemo, useRef, type MouseEvent, type PointerEvent } from "react";
import { useLatest } from "./useLatest";

/** A shorter movement of a finger is not a swipe yet. */
const slackPx = 10;
/** A swipe of this length, or of this part of a narrow element, acts when the finger lifts. */
const actsPx = 96;
const actsPart = 0.3;

/** A swipe in progress. `dx` is negative to the left, and `acts` is true if the swipe is long enough. */
export interface Swipe {
  dx: number;
  acts: boolean;
}

/** Says whether a movement is a sideways swipe or a scroll, or is still too short to tell. */
export function meaningOf(dx: number, dy: number): "swipe" | "scroll" | "unclear" {
  if (Math.hypot(dx, dy) < slackPx) return "unclear";
  return Math.abs(dx) > Math.abs(dy) * 1.5 ? "swipe" : "scroll";
}

export const actsAt = (dx: number, width: number): boolean => Math.abs(dx) >= Math.min(actsPx, width * actsPart);

interface Handlers {
  /** Called for each move, and with null when the finger has lifted. */
  onMove: (swipe: Swipe | null) => void;
  onLeft: () => void;
  onRight: () => void;
}

/**
 * Detects swipes to the left and to the right with a finger. The element needs `touch-action: pan-y`. The click that
 * follows a swipe is suppressed.
 */
export function useSwipe(handlers: Handlers) {
  const latest = useLatest(handlers);
  const at = useRef<{ id: number; x: number; y: number; swipes: boolean } | null>(null);
  const swiped = useRef(false);
  return useMemo(() => {
    const end = (event: PointerEvent, lifted: boolean) => {
      const start = at.current;
      if (start?.id !== event.pointerId) return;
      at.current = null;
      if (!start.swipes) return;
      swiped.current = true;
      const dx = event.clientX - start.x;
      latest.current.onMove(null);
      if (!lifted || !actsAt(dx, event.currentTarget.getBoundingClientRect().width)) return;
      if (dx < 0) latest.current.onLeft();
      else latest.current.onRight();
    };
    return {
      onPointerDown: ({ pointerType, pointerId: id, clientX: x, clientY: y, isPrimary }: PointerEvent) => {
        swiped.current = false;
        at.current = pointerType === "touch" && isPrimary ? { id, x, y, swipes: false } : null;
      },
      onPointerMove: (event: PointerEvent) => {
        const start = at.current;
        if (start?.id !== event.pointerId) return;
        const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
        if (!start.swipes) {
          const meaning = meaningOf(dx, dy);
          if (meaning === "scroll") at.current = null;
          if (meaning !== "swipe") return;
          start.swipes = true;
        }
        latest.current.onMove({ dx, acts: actsAt(dx, event.currentTarget.getBoundingClientRect().width) });
      },
      onPointerUp: (event: PointerEvent) => end(event, true),
      onPointerCancel: (event: PointerEvent) => end(event, false),
      onClickCapture: (event: MouseEvent) => {
        if (!swiped.current) return;
        swiped.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, [latest]);
}
