import type { Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect } from "react";

/** Scrolls to the card that the keyboard has moved to. */
export function useScrollToActive(virtual: Virtualizer<HTMLDivElement, Element>, index: number): void {
  useLayoutEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: "auto" });
    // Only when the keyboard moves: otherwise the person scrolls freely.
  }, [index]); // oxlint-disable-line react/exhaustive-deps
}
