/** A task or a list that a person has opened. */
export interface Visit {
  kind: "ticket" | "list";
  id: string;
}

/** The most visits that a browser remembers. */
const most = 20;

const keyOf = (workspaceId: string, me: string) => `troupe.visits.${workspaceId}.${me}`;

/** The visits after one more visit, the newest first. Each place is in the list once. */
export const withVisit = (visits: readonly Visit[], { kind, id }: Visit): Visit[] =>
  [{ kind, id }, ...visits.filter((other) => other.kind !== kind || other.id !== id)].slice(0, most);

/** Reads stored visits. Another build, or a person, may have written them, so unknown entries are ignored. */
export function readVisits(stored: string | null): Visit[] {
  try {
    const visits: unknown = JSON.parse(stored ?? "[]");
    const isVisit = (visit: unknown): visit is Visit => {
      const { kind, id } = (visit ?? {}) as Record<string, unknown>;
      return (kind === "ticket" || kind === "list") && typeof id === "string";
    };
    return Array.isArray(visits) ? visits.filter(isVisit).slice(0, most) : [];
  } catch {
    return [];
  }
}

/** What a person has opened in this browser, the newest first. */
export function visitsOf(workspaceId: string, me: string): Visit[] {
  try {
    return readVisits(localStorage.getItem(keyOf(workspaceId, me)));
  } catch {
    return [];
  }
}

export function rememberVisit(workspaceId: string, me: string, visit: Visit): void {
  try {
    localStorage.setItem(keyOf(workspaceId, me), JSON.stringify(withVisit(visitsOf(workspaceId, me), visit)));
  } catch {
    // Storage is denied: the browser remembers no visits.
  }
}
