import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronUp, ZoomIn, ZoomOut } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { IconButton } from "@/ui/IconButton";
import { isolated } from "@/words/isolate";
import { shownNumber } from "@/words/region";
import type { OpenPdf } from "./open";
import styles from "./Pdf.module.css";
import { PdfPage } from "./PdfPage";
import { scaleOf, zoomed, type Size } from "./zoom";

/** The space around a page, in CSS pixels. */
const GAP = 12;

interface PdfPagesProps {
  pdf: OpenPdf;
  name: string;
}

/** The pages of a PDF, one under the other. Only those near the view are drawn and in memory. */
export function PdfPages({ pdf: { document, first }, name }: PdfPagesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const [zoom, setZoom] = useState(1);
  const [sizes, setSizes] = useState<ReadonlyMap<number, Size>>(new Map());
  const count = document.numPages;
  const shownSize = (index: number): Size => {
    const size = sizes.get(index) ?? first;
    const scale = scaleOf(size, room, zoom);
    return { width: size.width * scale, height: size.height * scale };
  };
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => shownSize(index).height + GAP,
    paddingStart: GAP,
    overscan: 1,
  });
  const top = virtual.scrollOffset ?? 0;
  const total = virtual.getTotalSize();
  const height = scroller.current?.clientHeight ?? 0;
  const isAtEnd = top > 0 && top + height > total - 2;
  const current = isAtEnd ? count - 1 : (virtual.getVirtualItemForOffset(top + height / 3)?.index ?? 0);
  useRoom(scroller, setRoom);
  useFocusWhenOpen(scroller);
  useSamePlace(virtual, total);
  const learn = useCallback(
    (index: number, size: Size) => {
      setSizes((known) => {
        const had = known.get(index) ?? first;
        return had.width === size.width && had.height === size.height ? known : new Map(known).set(index, size);
      });
    },
    [first],
  );
  useLayoutEffect(() => virtual.measure(), [virtual, room, zoom, sizes]);
  const go = (index: number) => virtual.scrollToIndex(Math.max(0, Math.min(count - 1, index)), { align: "start" });
  const change = (by: 1 | -1) => setZoom((now) => zoomed(now, by) ?? now);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isWide = (scroller.current?.scrollWidth ?? 0) > (scroller.current?.clientWidth ?? 0);
    const keys: Partial<Record<string, () => void>> = {
      // A page that is wider than the view is scrolled with these keys.
      ...(!isWide && { ArrowRight: () => go(current + 1), ArrowLeft: () => go(current - 1) }),
      Home: () => go(0),
      End: () => go(count - 1),
      "+": () => change(1),
      "=": () => change(1),
      "-": () => change(-1),
      "0": () => setZoom(1),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
  const number = current + 1;
  const percent = shownNumber(zoom, { style: "percent" });
  const called = isolated(name);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys act on the pages, which have the focus
    <div className={styles.viewer} onKeyDown={onKeyDown}>
      <div className={styles.bar} role="toolbar" aria-label={t`Pages and zoom`}>
        <IconButton icon={ChevronUp} name={t`Previous page`} keys="←" disabled={current === 0} onClick={() => go(current - 1)} />
        <IconButton icon={ChevronDown} name={t`Next page`} keys="→" disabled={number === count} onClick={() => go(current + 1)} />
        <span className={styles.where} role="status">
          <Trans>Page {number} of {count}</Trans>
        </span>
        <span className={styles.zoom}>
          <IconButton icon={ZoomOut} name={t`Zoom out`} keys="-" disabled={zoomed(zoom, -1) === null} onClick={() => change(-1)} />
          <span className={styles.where}>{percent}</span>
          <IconButton icon={ZoomIn} name={t`Zoom in`} keys="+" disabled={zoomed(zoom, 1) === null} onClick={() => change(1)} />
        </span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the pages are scrolled with the keyboard */}
      <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label={t`Pages of ${called}`}>
        <div className={styles.run} style={{ height: total }}>
          {room > 0 &&
            virtual.getVirtualItems().map(({ index, start }) => (
              <PdfPage key={index} document={document} index={index} shown={shownSize(index)} top={start} onSize={learn} />
            ))}
        </div>
      </div>
    </div>
  );
}

/** Keeps the place in the page at the top when pages change their size: by zoom, with the window, or once they are read. */
function useSamePlace(virtual: Virtualizer<HTMLDivElement, Element>, total: number): void {
  const last = useRef({ total, index: 0, part: 0 });
  // In the render in which the size changes, the measures and the total are still the old ones.
  useLayoutEffect(() => {
    const { index, part } = last.current;
    if (last.current.total === total) {
      const offset = virtual.scrollOffset ?? 0;
      const item = virtual.getVirtualItemForOffset(offset);
      // The space above the first page is part of no page.
      if (item) last.current = { total, index: offset < GAP ? -1 : item.index, part: (offset - item.start) / item.size };
      return;
    }
    last.current.total = total;
    const item = virtual.measurementsCache[index];
    virtual.scrollToOffset(item ? item.start + part * item.size : 0);
  });
}

/** Tells how wide pages may be. */
function useRoom(scroller: RefObject<HTMLDivElement | null>, onRoom: (room: number) => void): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => onRoom(Math.max(120, element.clientWidth - 2 * GAP));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, onRoom]);
}

/** Focuses the pages if nothing in the dialog has the focus, so that keys scroll them. */
function useFocusWhenOpen(scroller: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const focused = window.document.activeElement;
    if (!(focused instanceof HTMLButtonElement)) scroller.current?.focus({ preventScroll: true });
  }, [scroller]);
}
