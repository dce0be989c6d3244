import { createContext, useContext, type ReactNode } from "react";
import type { Field } from "@/fields/field";
import type { CellPlace } from "./drop";
import type { Spot } from "./grid";

/** The functions that cards and columns call. The object stays the same. */
export interface Board {
  takesFocus(): boolean;
  stand(spot: Spot): void;
  open(ticketId: string): void;
  /** The address of a card's ticket, by its key. */
  hrefOf(ticketKey: string): string;
  /** All cards, lane by lane and column by column, for ranges. */
  order(): readonly string[];
  /** The cards that a drag of this card takes along: the selection if the card is in it, else only the card. */
  take(ticketId: string): readonly string[];
  lift(spot: Spot): void;
  /** True if the cell takes the cards that are carried. */
  takes(cell: CellPlace): boolean;
  hover(cell: CellPlace, index: number | null): void;
  /** Ends a drag: drops on the hovered cell, or restores the cards. With `add`, cards keep the values that they come from. */
  release(dropped: boolean, add?: boolean): void;
}

const BoardContext = createContext<Board | null>(null);
export const BoardProvider = BoardContext.Provider;

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error("A card stands outside of a board");
  return board;
}

/** Draws what the cards of a page show besides the fields. */
export type CardExtra = (ticketId: string) => ReactNode;
const Extra = createContext<CardExtra | null>(null);
export const CardExtraProvider = Extra.Provider;
export const useCardExtra = (): CardExtra | null => useContext(Extra);

/** The fields that cards show. */
const CardFields = createContext<readonly Field[]>([]);
export const CardFieldsProvider = CardFields.Provider;
export const useCardFields = (): readonly Field[] => useContext(CardFields);
