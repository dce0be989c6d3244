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
 * Whether the layout is mirrored, for people who read from right to left. The person chooses it in each browser, and
 * `public/theme.js` sets it before the first paint.
 */
export const useDirection = create<{ mirrored: boolean }>(() => ({ mirrored: kept() }));

/** The person has chosen the side from which the layout runs. */
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
 * The key that means the same in a layout that runs from left to right. In a mirrored layout, the arrow to the left leads
 * to the next part and the arrow to the right to the previous one. Parts that keep their sides, such as the gantt, do not
 * call it.
 */
export const keyInOrder = (key: string): string => (isMirrored() ? (opposite[key] ?? key) : key);
