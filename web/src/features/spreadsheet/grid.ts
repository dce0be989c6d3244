import { createContext, useContext, type KeyboardEvent, type RefObject } from "react";

/** What the sheet can do once the page is usable (`tools/SheetTools.tsx`): none of it is needed to read and edit cells. */
export interface Tools {
  /** Lets a row be dragged by its number. Returns a function that ends this; null if rows cannot be dragged yet. */
  prepare(row: HTMLElement, ticketId: string, groupId: string): (() => void) | null;
  /** Answers a key in a cell. Returns false if the key means something else. */
  press(event: KeyboardEvent<HTMLElement>): boolean;
}

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
  /** Folds a group or the subtasks of a ticket, or shows them again. */
  fold(id: string): void;
  /** Shows the line for a new title, in this group or in none. */
  addIn(groupId: string): void;
  open(ticketId: string): void;
  hrefOf(key: string): string;
  /** Null until the page is usable. */
  tools: RefObject<Tools | null>;
}

const GridContext = createContext<Grid | null>(null);
export const GridProvider = GridContext.Provider;

export function useGrid(): Grid {
  const grid = useContext(GridContext);
  if (!grid) throw new Error("A line stands outside of a sheet");
  return grid;
}
