import { readPlaces } from "@/lib/keptPlaces";

const kept = { kinds: ["line"] as const, most: 50 };
/** The end of the name is the person, so that logging out deletes it (`lib/forgetDrafts`). */
const keyOf = (workspaceId: string, me: string) => `troupe.used.${workspaceId}.${me}`;

/** The ids of the lines that a person has chosen in the palette of this browser, the newest first. */
export function usedLines(workspaceId: string, me: string): string[] {
  try {
    return readPlaces<"line">(localStorage.getItem(keyOf(workspaceId, me)), kept).map(({ id }) => id);
  } catch {
    // Storage is denied.
    return [];
  }
}

export function rememberLine(workspaceId: string, me: string, id: string): void {
  const ids = [id, ...usedLines(workspaceId, me).filter((other) => other !== id)].slice(0, kept.most);
  try {
    localStorage.setItem(keyOf(workspaceId, me), JSON.stringify(ids.map((line) => ({ kind: "line", id: line }))));
  } catch {
    // Storage is denied: lines are ordered by their match alone.
  }
}
