import { placeAt } from "./placeAt";

const filterable: readonly (string | null)[] = ["list", "component", "version", "sprint", "person", "all", "mine", "created", "completed", "subscribed", "private"];

/** True for places with a toolbar, which keep their settings in the address. */
export const hasToolbar = (pathname: string): boolean => filterable.includes(placeAt(pathname).collection);

/** True for places with a search field of their own, which `/` reaches. */
export const hasSearchField = (pathname: string): boolean => hasToolbar(pathname) || ["search", "view", "trash", "lists"].includes(placeAt(pathname).collection ?? "");
