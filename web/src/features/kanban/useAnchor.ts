import type { Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect } from "react";

type Holds = NonNullable<Virtualizer<HTMLElement, Element>["shouldAdjustScrollPositionOnItemSizeChange"]>;

/** No card scrolls the others when it is measured: its lane reports the height. */
export const never: Holds = () => false;

/** A lane that is above the window as a whole. One that reaches into the window changes below what the person looks at. */
export const above: Holds = ({ end }, _, { scrollOffset }) => end <= (scrollOffset ?? 0);

/** Decides which changes of size scroll the rest by as much, so that it seems to stand still. */
export function useAnchor(virtual: Virtualizer<HTMLElement, Element>, holds: Holds): void {
  useLayoutEffect(() => {
    Object.assign(virtual, { shouldAdjustScrollPositionOnItemSizeChange: holds });
  }, [virtual, holds]);
}
