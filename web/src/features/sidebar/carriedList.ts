/** The kind of a drag that carries a list. */
export const listKind = "sidebar-list";

/** The list that a drag carries; null if the drag carries something else. */
export const carriedList = (data: Record<string | symbol, unknown>) => (data.kind === listKind ? String(data.listId) : null);
