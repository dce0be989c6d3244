import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, useState, type RefObject } from "react";
import { isMirrored } from "@/lib/direction";
import type { PlainDate } from "@/lib/plainDate";
import { useLatest } from "@/lib/useLatest";
import { carriedIn } from "./drag";
import { turned, turner, wayAt, type Way } from "./turning";
import type { Mode } from "./weeks";

interface Shown {
  mode: Mode;
  day: PlainDate;
  show: (to: { day: PlainDate }, how?: { replace?: boolean }) => void;
}

interface Hint {
  way: Way | null;
  /** True if the pointer is on a button, and not at an edge. */
  button: boolean;
}

/** The way of the button under the pointer, or of the edge of the days. */
function wayUnder(root: HTMLElement, mode: Mode, x: number, y: number): Hint {
  const button = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-turn]");
  if (button) return { way: button.dataset.turn === "1" ? 1 : -1, button: true };
  const { scrollTop, scrollHeight, clientHeight } = root;
  const way = wayAt({ x, y }, root.getBoundingClientRect(), { mode, mirrored: isMirrored(), above: scrollTop > 0, below: scrollTop + clientHeight < scrollHeight - 1 });
  return { way, button: false };
}

/**
 * Lets a drag turn the calendar while it rests at an edge of the days or on a button for the next period. A drag that
 * ends on nothing goes back to where it began. Returns the way that the drag points to, and the day on which it began
 * once it has turned: the dragged chip must stay in the document until the drag ends.
 */
export function useTurn(root: RefObject<HTMLElement | null>, shown: Shown): Hint & { began: PlainDate | null } {
  const [hint, setHint] = useState<Hint>({ way: null, button: false });
  const [began, setBegan] = useState<PlainDate | null>(null);
  const latest = useLatest(shown);
  useEffect(() => {
    let button = false;
    let from: PlainDate | null = null;
    const pages = turner((by) => {
      const { mode, day, show } = latest.current;
      const next = turned(mode, day, by);
      if (next === null) return;
      from ??= day;
      setBegan(from);
      show({ day: next }, { replace: true });
    }, (way) => setHint({ way, button }));
    const end = (dropped: boolean) => {
      pages.stop();
      if (from !== null && !dropped) latest.current.show({ day: from }, { replace: true });
      from = null;
      setBegan(null);
    };
    const forget = monitorForElements({
      canMonitor: ({ source }) => carriedIn(source.data) !== null,
      onDrag: ({ location }) => {
        const { clientX, clientY } = location.current.input;
        if (!root.current) return;
        const under = wayUnder(root.current, latest.current.mode, clientX, clientY);
        ({ button } = under);
        pages.point(under.way);
      },
      // The pointer has left the window, or the edge.
      onDropTargetChange: ({ location }) => location.current.dropTargets.length === 0 && pages.point(null),
      onDrop: ({ location }) => end(location.current.dropTargets.length > 0),
    });
    return () => {
      forget();
      pages.stop();
    };
  }, [root, latest]);
  return { ...hint, began };
}
