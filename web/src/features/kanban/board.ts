import { createContext, useContext } from "react";
import type { Spot } from "./focus";

/** What cards and columns may ask of their board. The object stays the same. */
export interface Board {
  takesFocus(): boolean;
  stand(spot: Spot): void;
  open(ticketId: string): void;
  /** The address of a card's ticket, by its key. */
  hrefOf(ticketKey: string): string;
  /** All cards, column by column, for ranges. */
  order(): readonly string[];
  /** What is taken along with a card: the selection that it is part of, else itself. */
  take(ticketId: string): readonly string[];
  lift(ids: readonly string[]): void;
  hover(columnId: string, index: number | null): void;
  /** Lets go: on the column that was hovered over, or back. */
  release(dropped: boolean): void;
}

const BoardContext = createContext<Board | null>(null);
export const BoardProvider = BoardContext.Provider;

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error("A card stands outside of a board");
  return board;
}
