import { createContext, useContext } from "react";

const Changes = createContext<ReadonlyMap<string, string>>(new Map());

/** Provides the fields of the shown ticket that another person has just changed, each with the class of that person's colour. */
export const ChangesProvider = Changes.Provider;

/** The class of the colour of the person who has just changed one of these fields; undefined if there was no change. */
export function useChanged(fields: readonly string[]): string | undefined {
  const changes = useContext(Changes);
  return fields.map((field) => changes.get(field)).find((hue) => hue !== undefined);
}
