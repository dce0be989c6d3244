/** The ticket right above a slot, those in the hand left out: what they go behind. */
export function ticketAbove(ids: readonly string[], index: number, inHand: ReadonlySet<string>): string | null {
  return ids.slice(0, index).findLast((id) => !inHand.has(id)) ?? null;
}

/** Whether tickets stand where they would go: in a row, right behind the same one. */
export function staysPut(inHand: readonly string[], ids: readonly string[], after: string | null): boolean {
  const first = after === null ? 0 : ids.indexOf(after) + 1;
  return inHand.every((id, offset) => ids[first + offset] === id);
}
