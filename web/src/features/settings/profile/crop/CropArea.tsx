import { t } from "@lingui/core/macro";
import { useEffect, useLayoutEffect, useRef, type Dispatch, type KeyboardEvent, type PointerEvent, type RefObject, type SetStateAction } from "react";
import { useLatest } from "@/lib/useLatest";
import { draw } from "./canvas";
import styles from "./Crop.module.css";
import { cutOf, dragged, moved, zoomed, type Crop, type Point } from "./crop";

interface CropAreaProps {
  picture: ImageBitmap;
  crop: Crop;
  onCrop: Dispatch<SetStateAction<Crop>>;
  /** The id of the text that says how to use the area. */
  hint: string;
}

/** How far an arrow key moves the picture; with Shift, the smaller step. 1 is the side of the frame. */
const STEP = 0.05;
const SMALL_STEP = 0.01;

/** The pointers that hold the picture, and where they and the picture were when the last of them came or went. */
interface Grip {
  crop: Crop;
  from: ReadonlyMap<number, Point>;
  to: Map<number, Point>;
}

/** A picture under a round frame. Pointers and arrow keys move it, the wheel and two fingers zoom it. */
export function CropArea({ picture, crop, onCrop, hint }: CropAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLSpanElement>(null);
  const canvas = useDrawing(picture, crop, frame);
  const grip = useRef<Grip | null>(null);
  useWheel(area, (factor, event) => onCrop((now) => zoomed(picture, now, factor, pointAt(frame.current, event))));
  const hold = (to: Map<number, Point>) => {
    grip.current = to.size === 0 ? null : { crop, from: new Map(to), to };
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    hold(new Map(grip.current?.to).set(event.pointerId, pointAt(frame.current, event)));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current;
    if (!held?.to.has(event.pointerId)) return;
    held.to.set(event.pointerId, pointAt(frame.current, event));
    onCrop(dragged(picture, held.crop, [...held.from.values()], [...held.to.values()]));
  };
  const release = ({ pointerId }: PointerEvent<HTMLElement>) => {
    const to = new Map(grip.current?.to);
    if (to.delete(pointerId)) hold(to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") return event.currentTarget.closest("form")?.requestSubmit();
    const step = event.shiftKey ? SMALL_STEP : STEP;
    const ways: Partial<Record<string, Point>> = {
      ArrowLeft: { x: -step, y: 0 },
      ArrowRight: { x: step, y: 0 },
      ArrowUp: { x: 0, y: -step },
      ArrowDown: { x: 0, y: step },
    };
    const way = ways[event.key];
    if (way === undefined) return undefined;
    event.preventDefault();
    return onCrop((now) => moved(picture, now, way));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a screen reader passes keys on to an application
    <div
      ref={area}
      className={styles.area}
      role="application"
      aria-label={t`Position of the picture`}
      aria-describedby={hint}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move the picture
      tabIndex={0}
      data-autofocus
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <canvas ref={canvas} className={styles.picture} />
      <span ref={frame} className={styles.frame} />
    </div>
  );
}

/** Where an event is, in relation to the frame. */
function pointAt(frame: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  if (frame === null) return { x: 0, y: 0 };
  const { left, top, width, height } = frame.getBoundingClientRect();
  return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 };
}

/** Draws the picture after each change, and when the area gets another size. */
function useDrawing(picture: ImageBitmap, crop: Crop, frame: RefObject<HTMLElement | null>): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const redraw = () => {
    if (canvas.current === null || frame.current === null) return;
    const dense = window.devicePixelRatio;
    canvas.current.width = Math.round(canvas.current.clientWidth * dense);
    canvas.current.height = Math.round(canvas.current.clientHeight * dense);
    draw(canvas.current, picture, cutOf(picture, crop), frame.current.offsetWidth * dense);
  };
  const latest = useLatest(redraw);
  useLayoutEffect(redraw);
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, [latest]);
  return canvas;
}

/** The height of a line, for mice that count in lines. */
const LINE = 16;

/** Zooms with the wheel. A trackpad sends a pinch as a wheel with Ctrl, in small steps. */
function useWheel(area: RefObject<HTMLElement | null>, onZoom: (factor: number, event: WheelEvent) => void): void {
  const latest = useLatest(onZoom);
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const way = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY;
      latest.current(Math.exp(-way * (event.ctrlKey ? 0.01 : 0.002)), event);
    };
    // React's own listener is passive, and would let the page scroll.
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [area, latest]);
}
