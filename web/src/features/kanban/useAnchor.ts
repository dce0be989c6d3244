import type { Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect } from "react";

type Holds = NonNullable<Virtualizer<HTMLElement, Element>["shouldAdjustScrollPositionOnItemSizeChange"]>;

/** A measured card never scrolls the others, because its lane reports the height. */
export const never: Holds = () => false;

/** True for a lane that is completely above the window. A lane that reaches into the window changes below its visible top, so it scrolls nothing. */
export const above: Holds = ({ end }, _, { scrollOffset }) => end <= (scrollOffset ?? 0);

/** Decides which changes of size scroll the board by the same distance, so that visible cards stay in place. */
export function useAnchor(virtual: Virtualizer<HTMLElement, Element>, holds: Holds): void {
  useLayoutEffect(() => {
    Object.assign(virtual, { shouldAdjustScrollPositionOnItemSizeChange: holds });
  }, [virtual, holds]);
}
