import { create } from "zustand";

const KEY = "troupe.density";

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === "compact";
  } catch {
    return false;
  }
}

/** Whether rows are lower, which the person has chosen in this browser. `public/theme.js` sets it before the first paint. */
export const useDensity = create<{ compact: boolean }>(() => ({ compact: kept() }));

/** The person has chosen the height of rows. */
export function setCompact(compact: boolean): void {
  if (compact) document.documentElement.dataset.density = "compact";
  else delete document.documentElement.dataset.density;
  useDensity.setState({ compact });
  try {
    if (compact) localStorage.setItem(KEY, "compact");
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

/** The height of a row of the spreadsheet and of the gantt, in pixels. It equals `--row-h` in `tokens.css`. */
export const useRowHeight = (): number => useDensity(({ compact }) => (compact ? 28 : 32));
