import type { Field } from "../field";
import { placeKey, type Place } from "./place";
import { defaultsOf, readSettings, storedSettings, type Settings } from "./settings";

/** The parameter of an address that names the saved view which is open. */
export const SAVED = "saved";

interface Kept {
  me: string | null;
  workspaceId: string | undefined;
  place: Place;
  /** The saved view that is open over the place; null for the place itself. */
  saved: string | null;
}

/** The key under which this browser keeps a person's settings of a place, or of a saved view of the place. */
export const settingsKey = ({ me, workspaceId, place, saved }: Kept): string => `troupe.view.${me}.${workspaceId}.${placeKey(place)}${saved === null ? "" : `.${saved}`}`;

/** The settings that this browser keeps under the key; null if it keeps none. */
export function settingsAt(key: string, fields: readonly Field[]): Settings | null {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? null : readSettings(JSON.parse(stored), fields);
  } catch {
    return null;
  }
}

export const keptSettings = (key: string, fields: readonly Field[]): Settings => settingsAt(key, fields) ?? defaultsOf(fields);

export function keepSettings(key: string, settings: Settings, fields: readonly Field[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(storedSettings(settings, fields)));
  } catch {
    // Storage is denied: the settings last until the page is left.
  }
}
