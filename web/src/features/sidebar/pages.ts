import { create } from "zustand";
import type { OptionalPage } from "@/lib/paths";

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

/** What a person has chosen. A page without a choice has its default. The same is true of a page that the build of the choices did not know. */
type Chosen = Readonly<Partial<Record<ChosenPage, boolean>> & { order?: readonly SidebarPage[] }>;

export const isShown = (chosen: Chosen, page: SidebarPage | OwnSection): boolean => !isOptional(page) || (chosen[page] ?? usual[page]);

/** All pages in the order of the person. A page that the order does not name stands behind the page that usually precedes it. */
export const pagesInOrder = ({ order = [] }: Chosen): readonly SidebarPage[] =>
  sidebarPages.reduce((all, page, at) => (all.includes(page) ? all : all.toSpliced(all.findIndex((other) => other === sidebarPages[at - 1]) + 1, 0, page)), order);

/** The pages that are shown, in the order of the person. */
export const shownPages = (chosen: Chosen): readonly SidebarPage[] => pagesInOrder(chosen).filter((page) => isShown(chosen, page));

const KEY = "troupe.pages";

/** The choices of all people who use this browser, by their ids. */
type Choices = Readonly<Record<string, Chosen>>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Reads stored choices. Another build, or a person, may have written them, so unknown entries are ignored. */
export function readChoices(stored: string | null): Choices {
  const chosen = (value: unknown): Chosen => {
    const { order, ...shown } = isObject(value) ? value : {};
    const choices = Object.fromEntries(Object.entries(shown).filter(([page, on]) => page in usual && typeof on === "boolean"));
    return Array.isArray(order) ? { ...choices, order: sidebarPages.filter((page) => order.includes(page)).sort((a, b) => order.indexOf(a) - order.indexOf(b)) } : choices;
  };
  try {
    const people: unknown = JSON.parse(stored ?? "{}");
    return Object.fromEntries(Object.entries(isObject(people) ? people : {}).map(([me, value]) => [me, chosen(value)]));
  } catch {
    return {};
  }
}

function kept(): Choices {
  try {
    return readChoices(localStorage.getItem(KEY));
  } catch {
    return {};
  }
}

const useChoices = create<Choices>(kept);
const undecided: Chosen = {};

/** What a person has chosen in this browser. */
export const useChosenPages = (me: string): Chosen => useChoices((choices) => choices[me] ?? undecided);

/** Changes what a person has chosen in this browser. */
export function choosePages(me: string, patch: Chosen): void {
  // Another tab may have changed what is stored.
  const choices = { ...useChoices.getState(), ...kept() };
  const next = { ...choices, [me]: { ...choices[me], ...patch } };
  useChoices.setState(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage is denied: the choice holds until the page is left.
  }
}
