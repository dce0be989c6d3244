import { useEffect } from "react";
import { keyLength } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";

/** Gives all keys the width of the longest. The width is set on the root, because popovers are outside of the shell. */
export function useKeyWidth(): void {
  const length = useTroupe(keyLength);
  useEffect(() => {
    // In digits, to which capitals need a little more.
    document.documentElement.style.setProperty("--key-w", `calc(${length}ch + 4px)`);
  }, [length]);
}
