import { create } from "zustand";

const KEY = "troupe.panel";
export const narrowest = 480;
export const widest = 1100;
const standard = 730;

/** The width of the panel on this machine, and whether it fills the whole page. */
interface Measure {
  width: number;
  full: boolean;
}

export const within = (width: number): number => Math.round(Math.min(Math.max(width, narrowest), widest));

function kept(): Measure {
  try {
    const { width, full } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    return { width: typeof width === "number" && Number.isFinite(width) ? within(width) : standard, full: full === true };
  } catch {
    return { width: standard, full: false };
  }
}

export const useMeasure = create<Measure>(kept);

/** Switches between the full page and the panel beside the list. */
export const toggleFull = (): void => setMeasure({ full: !useMeasure.getState().full });

export function setMeasure(measure: Partial<Measure>): void {
  useMeasure.setState(measure);
  try {
    localStorage.setItem(KEY, JSON.stringify(useMeasure.getState()));
  } catch {
    // Storage is denied: the width lasts until the page is left.
  }
}
