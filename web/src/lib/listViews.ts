/** The key under which this browser keeps the views that a person used last in the lists of a workspace. Logging out deletes it. */
export const listViewsKey = (workspaceId: string | undefined, me: string | null): string => `troupe.views.${workspaceId}.${me}`;

/** The views that were used last, by list, if they are not the default view. */
export function listViews(key: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? "{}"));
  } catch {
    return {};
  }
}
