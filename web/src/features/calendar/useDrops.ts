import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, useState, type RefObject } from "react";
import { mayNowOn } from "@/actions/useMay";
import { carriedIn, dayAt, landing, ticketsNow } from "./drag";
import { dropOn, unschedule } from "./reschedule";
import type { Span } from "./spans";

interface Input {
  altKey: boolean;
  clientX: number;
  clientY: number;
}

const copies = ({ altKey }: Input, ids: readonly string[]) => altKey && mayNowOn("createTickets", ids);

/** Lets tasks be dropped on the days within an element. Returns the days that the dragged task will have. */
export function useDropOnDays(root: RefObject<HTMLElement | null>, onDrop: () => void): Span | null {
  const [landed, setLanded] = useState<Span | null>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const isOurs = ({ source }: { source: { data: Record<string | symbol, unknown> } }) => carriedIn(source.data) !== null;
    const follow = (data: Record<string | symbol, unknown>, { clientX, clientY }: Input) => {
      const [carried, day] = [carriedIn(data), dayAt(clientX, clientY)];
      const next = carried && day !== null ? landing(carried, day, ticketsNow()) : null;
      setLanded((before) => (before?.from === next?.from && before?.to === next?.to ? before : next));
    };
    return combine(
      dropTargetForElements({
        element,
        canDrop: isOurs,
        getDropEffect: ({ input, source }) => (copies(input, carriedIn(source.data)?.ids ?? []) ? "copy" : "move"),
        onDragEnter: ({ source, location }) => follow(source.data, location.current.input),
        onDrag: ({ source, location }) => follow(source.data, location.current.input),
        onDragLeave: () => setLanded(null),
        onDrop: ({ source, location }) => {
          setLanded(null);
          const { input } = location.current;
          const [carried, day] = [carriedIn(source.data), dayAt(input.clientX, input.clientY)];
          if (!carried || day === null) return;
          onDrop();
          dropOn(day, carried, carried.is === "tasks" && copies(input, carried.ids));
        },
      }),
      autoScrollForElements({ element, canScroll: isOurs }),
    );
  }, [root, onDrop]);
  return landed;
}

/** Lets tasks be dropped on the tray, where they lose their dates. Returns true while they are over it. */
export function useDropOnTray(tray: RefObject<HTMLElement | null>): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const element = tray.current;
    if (!element) return undefined;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => carriedIn(source.data)?.is === "tasks",
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        unschedule(carriedIn(source.data)?.ids ?? []);
      },
    });
  }, [tray]);
  return over;
}
