import { create } from "zustand";
import { most } from "./panes";
import { within } from "./paneWidths";

/** The measure of a machine, which earlier builds have kept. It holds until the person chooses another one. */
const OF_ALL = "troupe.panel";
let key = OF_ALL;
const standard = 730;
/** Two panes of this width leave a third of a wide screen to the list. */
const standardBeside = 560;

/** The widths of the panel that a person has chosen on this machine, whether it fills the whole page, and whether it shows empty attributes and the column of fields of the full page. */
interface Measure {
  /** The width of one pane alone. */
  width: number;
  /** The widths of several panes side by side, from left to right. */
  beside: readonly number[];
  full: boolean;
  empty: boolean;
  fields: boolean;
}

const read = (width: unknown, usual: number): number => (typeof width === "number" && Number.isFinite(width) ? within(width) : usual);

function kept(): Measure {
  let stored: Record<string, unknown> = {};
  try {
    stored = JSON.parse(localStorage.getItem(key) ?? localStorage.getItem(OF_ALL) ?? "{}") as Record<string, unknown>;
  } catch {
    // Storage is denied, or holds something else.
  }
  const { width, beside, full, empty, fields } = stored;
  const widths: readonly unknown[] = Array.isArray(beside) ? beside : [];
  return { width: read(width, standard), beside: Array.from({ length: most }, (_, at) => read(widths[at], standardBeside)), full: full === true, empty: empty === true, fields: fields !== false };
}

export const useMeasure = create<Measure>(kept);

/** Names the person whose measure holds from now on. */
export function measureFor(userId: string): void {
  const own = `${OF_ALL}.${userId}`;
  if (own === key) return;
  key = own;
  useMeasure.setState(kept());
}

/** Switches between the full page and the panel beside the list. */
export const toggleFull = (): void => setMeasure({ full: !useMeasure.getState().full });

/** Shows or hides the column of fields of the full page. */
export const toggleFields = (): void => setMeasure({ fields: !useMeasure.getState().fields });

/** The least width of a full page, in pixels, on which the fields are a column beside the text (`Ticket.module.css`). */
export const columnFrom = 1220;

export function setMeasure(measure: Partial<Measure>): void {
  useMeasure.setState(measure);
  try {
    localStorage.setItem(key, JSON.stringify(useMeasure.getState()));
  } catch {
    // Storage is denied: the width lasts until the page is left.
  }
}
