import { create } from "zustand";

/** A place of a workspace that a person has opened or starred. */
export interface KeptPlace<Kind extends string> {
  kind: Kind;
  id: string;
}

export const isSamePlace = (a: KeptPlace<string>, b: KeptPlace<string>): boolean => a.kind === b.kind && a.id === b.id;

interface Kept<Kind> {
  /** A part of the key in the browser's storage. */
  name: string;
  kinds: readonly Kind[];
  /** The most places that a browser keeps. */
  most: number;
}

/** Reads places that another build, or a person, may have written. */
export function readPlaces<Kind extends string>(stored: string | null, { kinds, most }: Pick<Kept<Kind>, "kinds" | "most">): KeptPlace<Kind>[] {
  const isPlace = (place: unknown): place is KeptPlace<Kind> => {
    const { kind, id } = (place ?? {}) as Record<string, unknown>;
    return kinds.some((known) => known === kind) && typeof id === "string";
  };
  try {
    const places: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(places) ? places.filter(isPlace).slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Counts the changes of all kept places, so that components render again. */
const useChanges = create<{ changes: number }>(() => ({ changes: 0 }));
const changed = () => useChanges.setState(({ changes }) => ({ changes: changes + 1 }));

/** Keeps places of each person in each workspace in this browser. */
export function keptPlaces<Kind extends string>({ name, kinds, most }: Kept<Kind>) {
  type Places = readonly KeptPlace<Kind>[];
  const known = new Map<string, Places>();
  const keyOf = (workspaceId: string, me: string) => `troupe.${name}.${workspaceId}.${me}`;
  /** What is stored; null if storage is denied. */
  const stored = (key: string): Places | null => {
    try {
      return readPlaces(localStorage.getItem(key), { kinds, most });
    } catch {
      return null;
    }
  };
  const at = (key: string): Places => {
    const places = known.get(key) ?? stored(key) ?? [];
    known.set(key, places);
    return places;
  };
  if (typeof window !== "undefined")
    window.addEventListener("storage", ({ key }) => {
      // Another tab has changed them, or has cleared everything.
      if (key !== null && !known.delete(key)) return;
      if (key === null) known.clear();
      changed();
    });
  return {
    now: (workspaceId: string, me: string): Places => at(keyOf(workspaceId, me)),
    use: (workspaceId: string, me: string): Places => useChanges(() => at(keyOf(workspaceId, me))),
    change: (workspaceId: string, me: string, next: (places: Places) => Places): void => {
      const key = keyOf(workspaceId, me);
      const places = next(stored(key) ?? at(key)).slice(0, most);
      known.set(key, places);
      try {
        localStorage.setItem(key, JSON.stringify(places));
      } catch {
        // Storage is denied: the places last until the page is left.
      }
      changed();
    },
  };
}
