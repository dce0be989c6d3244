import { create } from "zustand";

interface NoticesState {
  /** True while the list of refused edits is shown. */
  open: boolean;
  /** The refused edits that a toast explains. The banner leaves them out, so that each is explained only once. */
  toasted: ReadonlySet<string>;
}

export const useNotices = create<NoticesState>(() => ({ open: false, toasted: new Set() }));

export function showNotices(open = true): void {
  useNotices.setState({ open });
}

export function setToasted(ids: Iterable<string>): void {
  useNotices.setState({ toasted: new Set(ids) });
}
