import type { Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect } from "react";

/** Brings the card that the keyboard came to into sight. */
export function useScrollToActive(virtual: Virtualizer<HTMLDivElement, Element>, index: number): void {
  useLayoutEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: "auto" });
    // Only where the keyboard goes: the person scrolls freely otherwise.
  }, [index]); // oxlint-disable-line react/exhaustive-deps
}
