import { createContext, useContext } from "react";
import type { Spot } from "./focus";

/** The functions that cards and columns call. The object stays the same. */
export interface Board {
  takesFocus(): boolean;
  stand(spot: Spot): void;
  open(ticketId: string): void;
  /** The address of a card's ticket, by its key. */
  hrefOf(ticketKey: string): string;
  /** All cards, column by column, for ranges. */
  order(): readonly string[];
  /** The cards that a drag of this card takes along: the selection if the card is in it, else only the card. */
  take(ticketId: string): readonly string[];
  lift(ids: readonly string[]): void;
  hover(columnId: string, index: number | null): void;
  /** Ends a drag: drops on the hovered column, or restores the cards. */
  release(dropped: boolean): void;
}

const BoardContext = createContext<Board | null>(null);
export const BoardProvider = BoardContext.Provider;

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error("A card stands outside of a board");
  return board;
}
