import { create } from "zustand";

/** Whether the list of refused edits is shown. */
export const useNotices = create<{ open: boolean }>(() => ({ open: false }));

export function showNotices(open = true): void {
  useNotices.setState({ open });
}
