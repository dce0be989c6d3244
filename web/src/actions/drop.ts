const kind = "tickets";

/** The data of a drag of rows or cards, from any view. Targets read the data with `carriedIds`. */
export const carrying = (ticketIds: readonly string[]): Record<string, unknown> => ({ kind, ticketIds });

/** The tickets that a drag carries; null if the drag carries something else. */
export function carriedIds(data: Record<string | symbol, unknown>): readonly string[] | null {
  return data.kind === kind ? (data.ticketIds as readonly string[]) : null;
}

/** The drop data of a list in the sidebar. In the view where the drag began, a drop there changes no place. */
export const listTarget = { kind: "list" };

/** True if a drag ended on no target or on a list in the sidebar. The view where the drag began then restores its rows. */
export const endedOutside = (targets: readonly { data: Record<string | symbol, unknown> }[]): boolean =>
  targets.length === 0 || targets.some(({ data }) => data.kind === listTarget.kind);

/** The ticket right above a slot, which dropped tickets go behind. Dragged tickets do not count. */
export function ticketAbove(ids: readonly string[], index: number, inHand: ReadonlySet<string>): string | null {
  return ids.slice(0, index).findLast((id) => !inHand.has(id)) ?? null;
}

/** True if a drop would change nothing: the tickets already stand in a row behind that ticket. */
export function staysPut(inHand: readonly string[], ids: readonly string[], after: string | null): boolean {
  const first = after === null ? 0 : ids.indexOf(after) + 1;
  return inHand.every((id, offset) => ids[first + offset] === id);
}
