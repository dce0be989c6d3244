import { useEffect } from "react";
import { pressEnter } from "./useGoOn";

/** Presses Enter in the picker when it gets the focus, for a person who pressed Enter before. */
export function useEarlyEnter(entered: boolean): void {
  useEffect(() => {
    if (!entered) return undefined;
    let frame = 0;
    const press = () => {
      const field = document.activeElement;
      if (!(field instanceof HTMLInputElement) || !field.closest("[role=dialog]")) return;
      stop();
      pressEnter(field);
    };
    const soon = () => {
      cancelAnimationFrame(frame);
      // A list selects its first match only after it was drawn with the typed text.
      frame = requestAnimationFrame(press);
    };
    const stop = () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("focusin", soon);
    };
    document.addEventListener("focusin", soon);
    // The focus may have arrived since the key.
    soon();
    return stop;
  }, [entered]);
}
