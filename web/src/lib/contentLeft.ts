import { create } from "zustand";

/** The left edge of the content in px, where toasts appear. */
export const useContentLeft = create<{ left: number }>(() => ({ left: 0 }));

export const setContentLeft = (left: number): void => useContentLeft.setState({ left });
