import { createContext, useContext } from "react";
import type { Rows } from "./useCarriedRows";

/** The functions that lines of a sheet call. The object stays the same, so that lines do not render because of it. */
export interface Grid {
  /** True if the cell that became active takes the focus; false if it was only remembered. */
  takesFocus(): boolean;
  /** Makes a cell the active one, and focuses it unless `focus` is false. */
  activate(lineKey: string, column: number, focus?: boolean): void;
  /** Scrolls sideways until a cell is fully visible. */
  reveal(cell: HTMLElement): void;
  edit(lineKey: string): void;
  /** Ends an edit, and makes this cell or the next one active. */
  leaveEdit(then: "stay" | "down" | "right" | "left" | "away"): void;
  tick(ticketId: string, range: boolean): void;
  fold(groupId: string): void;
  /** Shows the line for a new title, in this group or in none. */
  addIn(groupId: string): void;
  open(ticketId: string): void;
  hrefOf(key: string): string;
  /** The functions for dragging rows. */
  rows: Rows;
}

const GridContext = createContext<Grid | null>(null);
export const GridProvider = GridContext.Provider;

export function useGrid(): Grid {
  const grid = useContext(GridContext);
  if (!grid) throw new Error("A line stands outside of a sheet");
  return grid;
}
