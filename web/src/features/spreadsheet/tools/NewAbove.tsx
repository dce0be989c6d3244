import { plural } from "@lingui/core/macro";
import { ArrowUp } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/ui/Button";
import { newAbove, shiftOf, type Lines } from "./linesAbove";
import styles from "./Tools.module.css";

interface NewAboveProps extends Lines {
  scroller: RefObject<HTMLElement | null>;
  /** What the person has folded up. A fold moves lines too, but is no change by others. */
  folded: readonly string[];
  rowHeight: number;
  scrollTo: (line: number) => void;
}

const none: ReadonlySet<string> = new Set();

/**
 * Keeps the rows in place while other people's edits add and remove rows above a sheet that is scrolled down, and offers
 * to go to the tasks that came in there. At its top, a sheet shows new rows at once.
 */
export function NewAbove({ scroller, lines, indexOf, folded, rowHeight, scrollTo }: NewAboveProps) {
  const before = useRef({ lines, indexOf, folded });
  const [keys, setKeys] = useState(none);
  /** The first line that is completely in sight below the head. */
  const first = useCallback(() => Math.ceil((scroller.current?.scrollTop ?? 0) / rowHeight), [scroller, rowHeight]);

  useLayoutEffect(() => {
    const last = before.current;
    const now = { lines, indexOf, folded };
    before.current = now;
    const element = scroller.current;
    if (!element || last.lines === lines || last.folded !== folded || element.scrollTop === 0) return;
    const from = first();
    const shift = shiftOf(last, now, from, from + Math.floor(element.clientHeight / rowHeight));
    if (shift === 0) return;
    element.scrollBy({ top: shift * rowHeight });
    if (shift > 0) setKeys((seen) => new Set([...seen, ...newAbove(last, now, from + shift)]));
  }, [lines, indexOf, folded, scroller, rowHeight, first]);

  const above = [...keys].filter((key) => indexOf.has(key));
  const some = above.length > 0;
  useEffect(() => {
    const element = scroller.current;
    if (!some || !element) return undefined;
    const look = () => {
      const from = first();
      setKeys((seen) => {
        const left = [...seen].filter((key) => (indexOf.get(key) ?? Infinity) < from);
        return left.length === seen.size ? seen : new Set(left);
      });
    };
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [some, scroller, indexOf, first]);

  const beside = scroller.current?.parentElement;
  if (!beside) return null;
  return createPortal(
    <div role="status" className={styles.newAbove}>
      {some && (
        <Button size="sm" icon={ArrowUp} className={styles.pill} onClick={() => scrollTo(Math.min(...above.map((key) => indexOf.get(key) ?? 0)))}>
          {plural(above.length, { one: "# new task above", other: "# new tasks above" })}
        </Button>
      )}
    </div>,
    beside,
  );
}
