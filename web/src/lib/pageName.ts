import { create } from "zustand";

/** The name that the open page has chosen for the title of the window, instead of the name of its place. */
export const usePageName = create<{ name: string | undefined }>(() => ({ name: undefined }));
