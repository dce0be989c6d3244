import { useLayoutEffect, useRef, type CSSProperties, type RefObject } from "react";
import { cx } from "@/lib/cx";
import type { Widths } from "@/fields/arrange/settings";
import { FIRST, leastWidth, leftOf, NAME, type Column } from "../columns";
import type { Rect } from "./block";
import styles from "./Tools.module.css";

interface BlockMarksProps {
  scroller: RefObject<HTMLElement | null>;
  rect: Rect;
  rowHeight: number;
  columns: readonly Column[];
  widths: Widths;
  /** How many columns behind the title are frozen. */
  frozen: number;
  /** A frame, a dashed frame for lines that would be filled, or nothing but the handle. */
  look: "frame" | "dashed" | "bare";
  /** True if the person can drag the lower right corner. */
  handle?: boolean;
}

/** The frame around a block of cells. Its part over frozen columns stays with them, and they cover the other part. */
export function BlockMarks({ scroller, rect: { top, bottom, left, right }, rowHeight, columns, widths, frozen, look, handle = false }: BlockMarksProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const sheet = scroller.current;
    let last = -1;
    const follow = () => {
      if (!sheet || sheet.scrollLeft === last) return;
      last = sheet.scrollLeft;
      element.current?.style.setProperty("--scrolled", `${last}px`);
    };
    follow();
    sheet?.addEventListener("scroll", follow, { passive: true });
    return () => sheet?.removeEventListener("scroll", follow);
  }, [scroller]);
  const edgeOf = (count: number) => leastWidth(columns.slice(0, count), widths);
  const lastFrozen = NAME + frozen;
  const parts = [
    { from: left, to: Math.min(right, lastFrozen), stays: true },
    { from: Math.max(left, lastFrozen + 1), to: right, stays: false },
  ].filter(({ from, to }) => from <= to);
  return (
    <div ref={element} className={styles.block} style={{ top: top * rowHeight, height: (bottom - top + 1) * rowHeight }} aria-hidden>
      {parts.map(({ from, to, stays }) => (
        <div
          key={String(stays)}
          className={cx(styles.part, stays ? styles.stays : styles.moves, styles[look], from > left && styles.noLeft, to < right && styles.noRight)}
          style={
            {
              gridColumn: `${from + 1} / ${to + 2}`,
              ...(stays ? { left: from === NAME ? 40 : `var(${leftOf(from - FIRST)})` } : { "--covered": `${edgeOf(frozen) - edgeOf(from - FIRST)}px` }),
            } as CSSProperties
          }
        >
          {handle && to === right && <i className={styles.handle} data-fill />}
        </div>
      ))}
    </div>
  );
}
