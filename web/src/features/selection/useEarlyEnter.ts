import { useEffect } from "react";

/** Presses Enter in the picker when it gets the focus, for a person who pressed Enter before. */
export function useEarlyEnter(entered: boolean): void {
  useEffect(() => {
    if (!entered) return undefined;
    let frame = 0;
    const press = () => {
      const field = document.activeElement;
      if (!(field instanceof HTMLInputElement) || !field.closest("[role=dialog]")) return;
      stop();
      const isForForm = field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      // A key that is not a person's own submits no form.
      if (isForForm) field.form?.requestSubmit();
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
