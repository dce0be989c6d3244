const key = (workspaceId: string, me: string) => `troupe.ownPlaces.${workspaceId}.${me}`;

/** The height of the favorites and recent places when they were last shown in this browser, in px; 0 if they never were. */
export function ownPlacesHeight(workspaceId: string, me: string): number {
  try {
    return Number(localStorage.getItem(key(workspaceId, me))) || 0;
  } catch {
    return 0;
  }
}

/** Remembers the height in this browser. */
export function keepOwnPlacesHeight(workspaceId: string, me: string, height: number): void {
  try {
    localStorage.setItem(key(workspaceId, me), String(height));
  } catch {
    // Storage is denied: after a reload, the lists move down when the places appear.
  }
}
