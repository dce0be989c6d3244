import { useEffect } from "react";
import { keyLength } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";

/** Gives all keys the width of the longest, wherever they stand: popovers lie outside of the shell. */
export function useKeyWidth(): void {
  const length = useTroupe(keyLength);
  useEffect(() => {
    // In digits; capitals are a little wider.
    document.documentElement.style.setProperty("--key-w", `calc(${length}ch + 4px)`);
  }, [length]);
}
