import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import { isMirrored, keyInOrder } from "@/lib/direction";

interface GripProps {
  name: string;
  className: string | undefined;
  /** Widths in pixels. */
  width: number;
  narrowest: number;
  widest: number;
  /** The edge that is dragged. Moving it away from the part makes the part wider. The start is the left edge, in a mirrored layout the right one. */
  edge: "start" | "end";
  /** The width after a key; null if the key means nothing here. */
  widthAfter: (key: string, width: number) => number | null;
  /** The nearest width that the part may have. */
  within: (width: number) => number;
  /** A width during a drag. */
  onDrag: (width: number) => void;
  /** The width that the person has chosen. */
  onKeep: (width: number) => void;
  onDoubleClick?: () => void;
}

/** An edge that is dragged, or moved by keys, to change the width of a part of the page. */
export function Grip({ name, className, width, narrowest, widest, edge, widthAfter, within, onDrag, onKeep, onDoubleClick }: GripProps) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const move = (event: PointerEvent) => {
    if (!start.current) return;
    const moved = event.clientX - start.current.x;
    onDrag(within(start.current.width + ((edge === "end") === isMirrored() ? -moved : moved)));
  };
  const end = () => {
    if (start.current) onKeep(width);
    start.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const next = widthAfter(keyInOrder(event.key), width);
    if (next === null) return;
    event.preventDefault();
    onKeep(next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is a control
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={name}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={width}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={className}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={onDoubleClick}
      onKeyDown={press}
    />
  );
}
