import { create } from "zustand";

/**
 * The keys that a person has chosen, by the name of the shortcut. A shortcut is named by its default keys: "Mod+K", "G I".
 * If two pages use the same default keys for different things, the name begins with the page: "inbox:E". A shortcut
 * without default keys is named by its action. The keys "" switch a shortcut off.
 */
export type OwnKeys = Readonly<Record<string, string>>;

/** Filled once the page is usable; until then, the default keys apply. */
export const useOwnKeys = create<{ own: OwnKeys }>(() => ({ own: {} }));

/** The default keys in the name of a shortcut. */
export const usualIn = (name: string): string => name.replace(/^\w+:/, "");

/** The keys of a shortcut now; "" if it is switched off. */
export const keysNow = (name: string, { own } = useOwnKeys.getState()): string => own[name] ?? usualIn(name);
