import { createContext, useContext } from "react";

const Changes = createContext<ReadonlyMap<string, string>>(new Map());

/** Gives what somebody else has just changed of the ticket that is shown, by field: the class of their colour. */
export const ChangesProvider = Changes.Provider;

/** Whether one of these fields has just been changed by somebody else, and in whose colour. */
export function useChanged(fields: readonly string[]): string | undefined {
  const changes = useContext(Changes);
  return fields.map((field) => changes.get(field)).find((hue) => hue !== undefined);
}
