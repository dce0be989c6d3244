import { create } from "zustand";

interface NoticesState {
  /** True while the list of refused edits is shown. */
  open: boolean;
  /** The refused edits that toasts explain. The banner leaves them out, so that each is explained only once. */
  toasted: ReadonlySet<string>;
}

export const useNotices = create<NoticesState>(() => ({ open: false, toasted: new Set() }));

export function showNotices(open = true): void {
  useNotices.setState({ open });
}

/** Leaves refused edits to a toast. */
export function leaveToToast(ids: readonly string[]): void {
  useNotices.setState(({ toasted }) => ({ toasted: new Set([...toasted, ...ids]) }));
}

/** Lets the banner show refused edits that no toast explains any more; without `ids`, all of them. */
export function moveToBanner(ids?: readonly string[]): void {
  useNotices.setState(({ toasted }) => ({ toasted: new Set(ids ? [...toasted].filter((id) => !ids.includes(id)) : []) }));
}
