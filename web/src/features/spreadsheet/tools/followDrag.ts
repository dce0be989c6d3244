interface Drag {
  /** Called when the pointer has left its first place, and at each of its later moves. */
  onMove: (event: PointerEvent) => void;
  /** Called when the button goes up after a move. */
  onDrop: () => void;
  /** Called at the end of every drag that has moved, also of one that Esc ended. */
  onEnd: () => void;
}

/** The pixels that a pointer moves before a press becomes a drag. */
const threshold = 5;
/** The height in pixels of the zones that scroll the sheet, and the pixels of one frame. */
const zone = 40;
const speed = 14;

/** Follows a pressed pointer until its button goes up. At the upper and lower edges of the sheet, the sheet scrolls. */
export function followDrag(press: PointerEvent, sheet: HTMLElement, { onMove, onDrop, onEnd }: Drag): void {
  const end = new AbortController();
  const { signal } = end;
  let last: PointerEvent | null = null;
  let frame = 0;
  const scroll = () => {
    frame = 0;
    if (!last) return;
    const { top, bottom } = sheet.getBoundingClientRect();
    const by = last.clientY > bottom - zone ? speed : last.clientY < top + zone + 32 && last.clientY > top - zone ? -speed : 0;
    const before = sheet.scrollTop;
    if (by !== 0) sheet.scrollBy({ top: by });
    if (sheet.scrollTop === before) return;
    onMove(last);
    frame = requestAnimationFrame(scroll);
  };
  const stop = (drops: boolean) => {
    end.abort();
    cancelAnimationFrame(frame);
    if (!last) return;
    if (drops) onDrop();
    onEnd();
  };
  const move = (event: PointerEvent) => {
    if (last === null && Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < threshold) return;
    last = event;
    onMove(event);
    if (frame === 0) frame = requestAnimationFrame(scroll);
  };
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", () => stop(true), { signal });
  window.addEventListener("pointercancel", () => stop(false), { signal });
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || last === null) return;
    event.preventDefault();
    event.stopPropagation();
    stop(false);
  };
  window.addEventListener("keydown", onEscape, { signal, capture: true });
}

/** Ignores the click that follows a drag. It comes right after the button goes up, if it comes at all. */
export function ignoreClick(): void {
  const ignore = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", ignore, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", ignore, { capture: true }));
}
