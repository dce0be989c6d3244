import { edgeSpeed } from "./edge";

/** How far the pointer moves before a press is a drag. */
const slack = 4;
/** How long a finger must rest on a bar before it drags the bar. A shorter touch scrolls or taps. */
const pressMs = 300;
const touchSlack = 10;

interface Follower {
  /** The element that scrolls when the pointer comes near its edges. `inset` pixels at its left and top are covered. */
  scroller: HTMLElement;
  inset: { left: number; top: number };
  onStart: () => void;
  /** The position of the pointer in the window. */
  onMove: (x: number, y: number) => void;
  /** Called once at the end of a drag. `dropped` is false if it was called off. */
  onEnd: (dropped: boolean) => void;
  /** Called instead of the others if the pointer was let go before it moved. */
  onClick?: () => void;
}

/**
 * Follows a press until it ends. A mouse drags once it has moved a little, a finger once it has rested. Escape calls a
 * drag off. Near the edges of the chart, the chart scrolls along.
 */
export function followPointer(event: PointerEvent, { scroller, inset, onStart, onMove, onEnd, onClick }: Follower): void {
  if (event.button !== 0 || !event.isPrimary) return;
  const touch = event.pointerType === "touch";
  const from = { x: event.clientX, y: event.clientY };
  let at = from;
  let started = false;
  let inside = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new AbortController();
  const { signal } = over;
  const end = (dropped: boolean) => {
    over.abort();
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    if (started) onEnd(dropped);
    // A tap must not change anything: it may have been meant to scroll.
    else if (dropped && !touch) onClick?.();
  };
  const scroll = () => {
    const { left, top, right, bottom } = scroller.getBoundingClientRect();
    const [x, y] = [edgeSpeed(at.x, left + inset.left, right), edgeSpeed(at.y, top + inset.top, bottom)];
    // The chart scrolls only after the pointer has been in the middle: a card from the tray crosses the lower edge first.
    if (x === 0 && y === 0) inside = true;
    else if (inside) {
      scroller.scrollBy(x, y);
      onMove(at.x, at.y);
    }
    frame = requestAnimationFrame(scroll);
  };
  const start = () => {
    started = true;
    onStart();
    onMove(at.x, at.y);
    frame = requestAnimationFrame(scroll);
  };
  const move = (moved: PointerEvent) => {
    if (moved.pointerId !== event.pointerId) return;
    at = { x: moved.clientX, y: moved.clientY };
    const far = Math.hypot(at.x - from.x, at.y - from.y);
    if (started) return onMove(at.x, at.y);
    if (touch && far > touchSlack) return end(false);
    if (!touch && far >= slack) start();
  };
  if (touch) {
    timer = setTimeout(() => {
      navigator.vibrate?.(10);
      start();
    }, pressMs);
    // A finger that moves a bar does not scroll the chart.
    window.addEventListener("touchmove", (moved) => started && moved.preventDefault(), { signal, passive: false });
  }
  const isOwn = (each: PointerEvent) => each.pointerId === event.pointerId;
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", (up) => isOwn(up) && end(true), { signal });
  window.addEventListener("pointercancel", (cancelled) => isOwn(cancelled) && end(false), { signal });
  window.addEventListener(
    "keydown",
    (key) => {
      if (key.key !== "Escape" || !started) return;
      key.preventDefault();
      key.stopPropagation();
      end(false);
      // The button is still down.
      window.addEventListener("pointerup", swallowClick, { capture: true, once: true });
    },
    { signal, capture: true },
  );
  window.addEventListener("pointerup", () => started && swallowClick(), { signal, capture: true });
}

/** Ignores the click that the browser sends after a drag. */
function swallowClick(): void {
  const swallow = (click: MouseEvent) => click.stopPropagation();
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
}
