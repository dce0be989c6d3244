import type { OptionalPage } from "@/lib/paths";
import { preferencesOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { SidebarPages } from "@/wire/generated";

/** A section with the person's own places. */
export type OwnSection = "favorites" | "recent";

/** A page of the sidebar. */
export type SidebarPage = "home" | "inbox" | "roadmap" | "mine" | "all" | "epics" | OptionalPage;

/** A page or a section that a person may leave out of the sidebar. */
export type ChosenPage = "home" | OptionalPage | OwnSection;

/** The pages in the order that they have until a person moves one. */
const sidebarPages: readonly SidebarPage[] = ["home", "inbox", "roadmap", "mine", "all", "epics", "created", "completed", "subscribed", "private", "trash"];

/** The pages and sections that a person may leave out of the sidebar. True if it is shown by default. */
const usual: Readonly<Record<ChosenPage, boolean>> = { home: true, created: true, completed: false, subscribed: false, private: true, trash: true, favorites: true, recent: true };

/** True if a person may leave the page out. */
export const isOptional = (page: SidebarPage | OwnSection): page is ChosenPage => page in usual;

/** What a person has chosen; null if nothing. A page without a choice has its default. Another build may have stored pages that this one does not know. */
type Chosen = Readonly<SidebarPages> | null;

export const isShown = (chosen: Chosen, page: SidebarPage | OwnSection): boolean => !isOptional(page) || (chosen?.shown[page] ?? usual[page]);

/** All pages in the order of the person. A page that the order does not name stands behind the page that usually precedes it. */
export function pagesInOrder(chosen: Chosen): readonly SidebarPage[] {
  const known = (chosen?.order ?? []).flatMap((page) => sidebarPages.find((other) => other === page) ?? []);
  return sidebarPages.reduce((all, page, at) => (all.includes(page) ? all : all.toSpliced(all.findIndex((other) => other === sidebarPages[at - 1]) + 1, 0, page)), known);
}

/** The pages that are shown, in the order of the person. */
export const shownPages = (chosen: Chosen): readonly SidebarPage[] => pagesInOrder(chosen).filter((page) => isShown(chosen, page));

/** What the person has chosen. Rows of builds before schema 11 lack the choice. */
export const useChosenPages = (): Chosen => useTroupe((state) => preferencesOf(state)?.pages ?? null);
