import { create } from "zustand";
import type { ViewKind } from "@/lib/paths";

/** The tickets that an action without a named ticket is about. */
export interface Target {
  /** The list that is shown, if any. */
  listId: string | null;
  /** The view of the list page that is shown, or was shown last. */
  view?: ViewKind;
  /** The selected rows, in the order of the view. */
  selected: string[];
  /** The ticket whose panel is open. */
  opened: string | null;
  /** The row or card with the keyboard focus. */
  focused: string | null;
  /** The card under the pointer. */
  hovered: string | null;
}

const nothing: Target = { listId: null, selected: [], opened: null, focused: null, hovered: null };

/** Views write the target, and actions read it. */
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
