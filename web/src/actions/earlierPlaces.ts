import { favoriteKinds, mostFavorites } from "@/lib/favorites";
import { readPlaces } from "@/lib/keptPlaces";
import { patchedPlaces } from "@/sync/kinds/ownPlaces";
import { preferencesOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import type { PreferencesPatch } from "@/wire/generated";
import { updatePreferences } from "./preferences";

/**
 * Builds before schema 11 kept favorites, the choice of pages and chosen keys in the browser. They move into the
 * preferences once, unless the preferences have some already.
 */
const SCHEMA = 11;

/** The person and the workspace of a browser's copy. */
interface Whose {
  workspaceId: string;
  me: string;
}

type Part = "favorites" | "pages" | "shortcuts";
type Moved = Pick<PreferencesPatch, Part>;

/** The names under which the earlier builds stored the parts. */
const names: Readonly<Record<Part, string>> = { favorites: "troupe.favorites", pages: "troupe.pages", shortcuts: "troupe.keys" };
const keyOf = (part: Part, { workspaceId, me }: Whose) => `${names[part]}.${workspaceId}.${me}`;
const parts: readonly Part[] = ["favorites", "pages", "shortcuts"];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const entriesOf = <T>(value: unknown, is: (entry: unknown) => entry is T) => Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, T] => is(entry[1])));

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** A stored part as a patch; null if nothing was chosen, or if the node would refuse the patch. Another build, or a person, may have written the part. */
function patchOf(part: Part, text: string): Moved | null {
  const patch = readPart(part, text);
  return patch && patchedPlaces({}, patch) && patch;
}

function readPart(part: Part, text: string): Moved | null {
  if (part === "favorites") {
    const add = readPlaces(text, { kinds: favoriteKinds, most: mostFavorites });
    return add.length > 0 ? { favorites: { add: add.map(({ kind, id }) => ({ kind, id })) } } : null;
  }
  const stored = parsed(text);
  if (!isObject(stored)) return null;
  if (part === "pages") {
    const { order, ...pages } = stored;
    const shown = entriesOf(pages, (choice) => typeof choice === "boolean");
    const inOrder = Array.isArray(order) ? order.filter(isText) : [];
    return Object.keys(shown).length + inOrder.length > 0 ? { pages: { shown, order: inOrder } } : null;
  }
  const keys = entriesOf(stored.keys, isText);
  const singles = stored.singles !== false;
  return Object.keys(keys).length > 0 || !singles ? { shortcuts: { keys, singles } } : null;
}

/**
 * Pages and keys were stored once for all workspaces of a person. Gives each workspace a copy of its own, which moves when
 * the workspace opens.
 */
export function splitEarlier(storage: Storage, me: string, workspaceIds: readonly string[]): void {
  for (const part of ["pages", "shortcuts"] as const) {
    const people = parsed(storage.getItem(names[part]));
    if (!isObject(people) || people[me] === undefined) continue;
    const { [me]: mine, ...others } = people;
    for (const workspaceId of workspaceIds) storage.setItem(keyOf(part, { workspaceId, me }), JSON.stringify(mine));
    if (Object.keys(others).length > 0) storage.setItem(names[part], JSON.stringify(others));
    else storage.removeItem(names[part]);
  }
}

/** What the browser still has of a workspace: each part with its patch. */
export function earlierIn(storage: Storage, whose: Whose): { part: Part; patch: Moved | null }[] {
  return parts.flatMap((part) => {
    const text = storage.getItem(keyOf(part, whose));
    return text === null ? [] : [{ part, patch: patchOf(part, text) }];
  });
}

/** True once the page has the rows of its node, with these fields. A node of an earlier version would refuse the fields. */
export const isReadyToMove = ({ ready, connection, schema }: Pick<SyncState, "ready" | "connection" | "schema">): boolean => ready && connection === "live" && schema >= SCHEMA;

/**
 * Moves what the browser has into the preferences, and removes the browser's copy once the node has stored it. Returns a
 * function that stops it.
 */
export function moveEarlierPlaces(whose: Whose, workspaceIds: readonly string[]): () => void {
  let stop = () => {};
  try {
    splitEarlier(localStorage, whose.me, workspaceIds);
    if (earlierIn(localStorage, whose).length === 0) return stop;
  } catch {
    // Storage is denied, so there is nothing to move.
    return stop;
  }
  const look = (state: SyncState) => {
    if (state.workspace?.id !== whose.workspaceId || !isReadyToMove(state)) return;
    stop();
    void move(whose, state);
  };
  stop = useTroupe.subscribe(look);
  look(useTroupe.getState());
  return () => stop();
}

async function move(whose: Whose, state: SyncState): Promise<void> {
  const row = preferencesOf(state);
  const earlier = earlierIn(localStorage, whose);
  const patch: Moved = Object.assign({}, ...earlier.filter(({ part }) => (row?.[part] ?? null) === null).map((one) => one.patch ?? {}));
  const done = Object.keys(patch).length === 0 || (await updatePreferences(patch)).ok;
  if (done) for (const { part } of earlier) localStorage.removeItem(keyOf(part, whose));
}
