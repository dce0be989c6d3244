import { create } from "zustand";

/** The name that a page gives itself in the title of the window, instead of the name of its place. */
export const usePageName = create<{ name: string | undefined }>(() => ({ name: undefined }));
