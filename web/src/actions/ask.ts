import { create } from "zustand";
import type { FieldId } from "@/fields/field";

/** The value that an action needs from the person before it can go on: that of a field, or one of the others. */
export type Question = FieldId | OtherQuestion;

/** Questions that are not about a field. */
export type OtherQuestion =
  | "comment"
  | "fullPage"
  | "beside"
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
  /** The character whose key opened the question, and those typed before the answer had the focus; the answer starts with them. */
  typed?: string;
  /** True if Enter was pressed behind `typed`, before the answer had the focus. */
  entered?: boolean;
}

/** A component that can answer the question shows itself beside the target, and clears the question. */
export const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }));

export function ask(question: Question, ticketIds: string[], anchor?: HTMLElement, typed?: string): void {
  useAsked.setState({ asked: { question, ticketIds, ...(anchor && { anchor }), ...(typed !== undefined && { typed }) } });
}

/**
 * Adds a key to the text for the picker. Until the picker has the focus, its cell still receives the keys of a fast typist.
 * Enter ends the text: the picker takes it once it has the focus. Returns false if the key is not for the picker.
 */
export function typeAhead(key: string, anchor: HTMLElement): boolean {
  const { asked } = useAsked.getState();
  if (asked?.anchor !== anchor || asked.typed === undefined) return false;
  const isText = key.length === 1;
  if (!isText && key !== "Enter") return false;
  if (!asked.entered) useAsked.setState({ asked: isText ? { ...asked, typed: asked.typed + key } : { ...asked, entered: true } });
  return true;
}

export function answered(): void {
  useAsked.setState({ asked: null });
}
