import { createContext, useContext } from "react";
import type { Rows } from "./useRowHand";

/** What the lines of a sheet may ask of it. The object stays the same, so that lines render only for their own sake. */
export interface Grid {
  /** Whether the cell that became active is to get the focus: not when it was only remembered. */
  takesFocus(): boolean;
  /** Makes a cell the active one, and focuses it unless `focus` is false. */
  activate(lineKey: string, column: number, focus?: boolean): void;
  /** Scrolls sideways until a cell is fully visible. */
  reveal(cell: HTMLElement): void;
  edit(lineKey: string): void;
  /** Ends an edit and stands on the cell, or on the next one. */
  leaveEdit(then: "stay" | "down" | "right" | "left" | "away"): void;
  tick(ticketId: string, range: boolean): void;
  fold(groupId: string): void;
  /** Shows the line in which a title is written, in this group or in none. */
  addIn(groupId: string): void;
  open(ticketId: string): void;
  hrefOf(key: string): string;
  /** What rows may ask when they are taken and let go. */
  rows: Rows;
}

const GridContext = createContext<Grid | null>(null);
export const GridProvider = GridContext.Provider;

export function useGrid(): Grid {
  const grid = useContext(GridContext);
  if (!grid) throw new Error("A line stands outside of a sheet");
  return grid;
}
