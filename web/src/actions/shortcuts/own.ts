import { useEffect } from "react";
import { create } from "zustand";
import { useFields } from "@/fields/registry";
import { useOwnKeys } from "@/lib/ownKeys";
import { useTroupe } from "@/sync/store";
import { shortcutsOf } from "./catalog";
import { noChoices, ownKeysOf, type Choices } from "./choices";

const KEY = "troupe.keys";

/** The choices of all people who use this browser, by their ids. */
type Everybody = Readonly<Record<string, Choices>>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function readChosen(value: unknown): Choices {
  const { keys, singles }: Record<string, unknown> = isObject(value) ? value : {};
  const texts = Object.entries(isObject(keys) ? keys : {}).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { keys: Object.fromEntries(texts), singles: singles !== false };
}

/** Reads choices that another build, or a person, may have written. */
export function readChoices(stored: string | null): Everybody {
  try {
    const people: unknown = JSON.parse(stored ?? "{}");
    return Object.fromEntries(Object.entries(isObject(people) ? people : {}).map(([me, value]) => [me, readChosen(value)]));
  } catch {
    return {};
  }
}

function kept(): Everybody {
  try {
    return readChoices(localStorage.getItem(KEY));
  } catch {
    return {};
  }
}

const useEverybody = create<{ people: Everybody }>(() => ({ people: kept() }));

/** What a person has chosen in this browser. */
export const useKeyChoices = (me: string): Choices => useEverybody(({ people }) => people[me] ?? noChoices);

export function chooseKeys(me: string, choices: Choices): void {
  // Another tab may have changed what is stored.
  const people = { ...useEverybody.getState().people, ...kept(), [me]: choices };
  useEverybody.setState({ people });
  try {
    localStorage.setItem(KEY, JSON.stringify(people));
  } catch {
    // Storage is denied: the choice holds until the page is left.
  }
}

/** Applies the choices of the person, also those that another tab has stored. */
export function useOwnKeysOf(me: string): void {
  const choices = useKeyChoices(me);
  // The attributes and statuses of a workspace have shortcuts of their own.
  const fields = useFields();
  const statuses = useTroupe((state) => state.statuses);
  useEffect(() => {
    useOwnKeys.setState({ own: ownKeysOf(shortcutsOf(useTroupe.getState()), choices) });
  }, [choices, fields, statuses]);
  useEffect(() => () => useOwnKeys.setState({ own: {} }), []);
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => key === KEY && useEverybody.setState({ people: kept() });
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, []);
}
