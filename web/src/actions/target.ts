import { create } from "zustand";

/** What an action without a named ticket is about. */
export interface Target {
  /** The list that is shown, if one is. */
  listId: string | null;
  /** Rows that are ticked, in the order of the view. */
  selected: string[];
  /** The ticket whose panel is open. */
  opened: string | null;
  /** The row or card that the keyboard stands on. */
  focused: string | null;
  /** The card under the pointer. */
  hovered: string | null;
}

const nothing: Target = { listId: null, selected: [], opened: null, focused: null, hovered: null };

/** The views write it, the actions read it. */
export const useTarget = create<Target>(() => nothing);

export function setTarget(target: Partial<Target>): void {
  useTarget.setState(target);
}

/** Selected rows, else the open panel's ticket, else the focused row, else the hovered card. */
export function targetIds(target: Target): string[] {
  if (target.selected.length > 0) return target.selected;
  const one = target.opened ?? target.focused ?? target.hovered;
  return one === null ? [] : [one];
}
