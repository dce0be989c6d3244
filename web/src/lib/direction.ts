import { create } from "zustand";

const KEY = "troupe.direction";

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === "rtl";
  } catch {
    return false;
  }
}

/**
 * Whether the layout is mirrored, for people who read from right to left. Each browser keeps the choice, and
 * `public/theme.js` applies it before the first paint.
 */
export const useDirection = create<{ mirrored: boolean }>(() => ({ mirrored: kept() }));

/** Sets the direction of the layout, and stores it in this browser. */
export function setMirrored(mirrored: boolean): void {
  document.documentElement.dir = mirrored ? "rtl" : "";
  useDirection.setState({ mirrored });
  try {
    if (mirrored) localStorage.setItem(KEY, "rtl");
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

export const isMirrored = (): boolean => useDirection.getState().mirrored;

const opposite: Readonly<Record<string, string>> = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };

/**
 * Swaps the left and right arrow keys in a mirrored layout, so that callers can treat ArrowRight as "next". Parts that are
 * not mirrored, such as the chart of the gantt, do not call this function.
 */
export const keyInOrder = (key: string): string => (isMirrored() ? (opposite[key] ?? key) : key);
