import { useMemo, useRef, type MouseEvent, type PointerEvent } from "react";
import { useLatest } from "./useLatest";

const pressMs = 400;
/** A finger is never quite still. A larger move starts a scroll. */
const slackPx = 10;

/** Detects a long press. The click that follows it, and the browser's own menu, are suppressed. */
export function useLongPress(onPress: () => void) {
  const latest = useLatest(onPress);
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout>; done: boolean } | null>(null);
  return useMemo(() => {
    const end = () => {
      if (press.current && !press.current.done) {
        clearTimeout(press.current.timer);
        press.current = null;
      }
    };
    return {
      onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
        end();
        press.current = null;
        if (pointerType !== "touch") return;
        const timer = setTimeout(() => {
          if (press.current) press.current.done = true;
          navigator.vibrate?.(10);
          latest.current();
        }, pressMs);
        press.current = { x, y, timer, done: false };
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const at = press.current;
        if (at && Math.hypot(clientX - at.x, clientY - at.y) > slackPx) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
      onContextMenu: (event: MouseEvent) => {
        if (press.current) event.preventDefault();
      },
      onClickCapture: (event: MouseEvent) => {
        if (!press.current?.done) return;
        press.current = null;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, [latest]);
}
