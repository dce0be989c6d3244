import { t } from "@lingui/core/macro";
import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import { narrowest, setMeasure, useMeasure, widest, within } from "./measure";
import styles from "./TicketPanel.module.css";

/** The left edge of the panel. Dragging it or the arrow keys change the width. */
export function Grip() {
  const width = useMeasure((measure) => measure.width);
  const start = useRef<{ x: number; width: number } | null>(null);
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const move = (event: PointerEvent) => {
    if (start.current) useMeasure.setState({ width: within(start.current.width + start.current.x - event.clientX) });
  };
  const end = () => {
    if (start.current) setMeasure({ width: useMeasure.getState().width });
    start.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === "ArrowLeft" ? 16 : event.key === "ArrowRight" ? -16 : 0;
    if (by === 0) return;
    event.preventDefault();
    setMeasure({ width: within(width + by) });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is a control
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t`Panel width`}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={width}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={styles.grip}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
    />
  );
}
