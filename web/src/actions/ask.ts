import { create } from "zustand";
import type { FieldId } from "@/fields/field";

/** The value that an action needs from the person before it can go on: that of a field, or one of the others. */
export type Question = FieldId | OtherQuestion;

/** Questions that are not about a field. */
export type OtherQuestion =
  | "comment"
  | "subtask"
  | "linkBlockedBy"
  | "linkBlocks"
  | "linkRelates"
  | "linkDuplicates"
  | "deleteForever";

export interface Asked {
  question: Question;
  ticketIds: string[];
  /** The cell or button that asked: the answer is given there, and focus goes back to it. */
  anchor?: HTMLElement;
  /** The character whose key opened the question; the answer starts with it. */
  typed?: string;
}

/** A component that can answer the question shows itself beside the target, and clears the question. */
export const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }));

export function ask(question: Question, ticketIds: string[], anchor?: HTMLElement, typed?: string): void {
  useAsked.setState({ asked: { question, ticketIds, ...(anchor && { anchor }), ...(typed !== undefined && { typed }) } });
}

export function answered(): void {
  useAsked.setState({ asked: null });
}
