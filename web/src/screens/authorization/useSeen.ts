import { useEffect, useState } from "react";

/** How long the page must have been in front before it takes a consent, in milliseconds. */
export const SEEN_AFTER = 1_000;

/**
 * Whether the page has been visible and focused for a second without a break. Another site can open this page under the pointer, or
 * close its own window above it. Then a second click or a held Enter, which were meant for that site, must not count as consent.
 */
export function useSeen(): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    let timer = 0;
    const hide = () => {
      window.clearTimeout(timer);
      setSeen(false);
    };
    const look = () => {
      hide();
      if (document.visibilityState === "visible" && document.hasFocus()) timer = window.setTimeout(() => setSeen(true), SEEN_AFTER);
    };
    // A held Enter presses the button again and again, also if it was first pressed on another page.
    const ignoreHeld = (event: KeyboardEvent) => {
      if (event.repeat && event.key === "Enter") event.preventDefault();
    };
    look();
    document.addEventListener("visibilitychange", look);
    document.addEventListener("keydown", ignoreHeld, { capture: true });
    window.addEventListener("focus", look);
    window.addEventListener("blur", hide);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
      document.removeEventListener("keydown", ignoreHeld, { capture: true });
      window.removeEventListener("focus", look);
      window.removeEventListener("blur", hide);
    };
  }, []);
  return seen;
}
