import { create } from "zustand";
import type { OptionalPage } from "@/lib/paths";

/** A section with the person's own places. */
export type OwnSection = "favorites" | "recent";

/** A page or a section that a person may leave out of the sidebar. */
export type ChosenPage = "home" | OptionalPage | OwnSection;

/** The pages and sections that a person may leave out of the sidebar, in their order. True if it is shown by default. */
const usual: Readonly<Record<ChosenPage, boolean>> = { home: true, created: true, completed: false, subscribed: false, private: true, trash: true, favorites: true, recent: true };

export const chosenPages = Object.keys(usual) as ChosenPage[];

/** The pages that a person has chosen. A page without a choice has its default. The same is true of a page that the build of the choices did not know. */
type Chosen = Readonly<Partial<Record<ChosenPage, boolean>>>;

export const isShown = (chosen: Chosen, page: ChosenPage): boolean => chosen[page] ?? usual[page];

/** The optional pages of tasks across lists that are shown. */
export const shownPages = (chosen: Chosen): readonly OptionalPage[] => chosenPages.filter((page): page is OptionalPage => page !== "home" && page !== "favorites" && page !== "recent" && isShown(chosen, page));

const KEY = "troupe.pages";

/** The choices of all people who use this browser, by their ids. */
type Choices = Readonly<Record<string, Chosen>>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Reads stored choices. Another build, or a person, may have written them, so unknown entries are ignored. */
export function readChoices(stored: string | null): Choices {
  const chosen = (value: unknown) => Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(([page, shown]) => page in usual && typeof shown === "boolean"));
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

export function showPage(me: string, page: ChosenPage, shown: boolean): void {
  // Another tab may have changed what is stored.
  const choices = { ...useChoices.getState(), ...kept() };
  const next = { ...choices, [me]: { ...choices[me], [page]: shown } };
  useChoices.setState(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage is denied: the choice holds until the page is left.
  }
}
