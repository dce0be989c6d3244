/** The places of cards in the window. A ticket with two of the values has a card in each cell. */
export type Rects = readonly { ticketId: string; cell: string; left: number; top: number; width: number }[];

export interface Flight {
  /** The card, by its index among those that are shown now. */
  index: number;
  /** The distance from the present place of the card to its earlier place. */
  x: number;
  y: number;
  /** True if the card has come from another cell. */
  far: boolean;
}

/** The cards that have moved between two measurements. Cards in the person's hand stay where they are. */
export function flights(before: Rects, now: Rects, inHand: ReadonlySet<string>): Flight[] {
  const still = new Set(now.map(({ ticketId, cell }) => `${ticketId} ${cell}`));
  return now.flatMap(({ ticketId, cell, left, top }, index) => {
    if (inHand.has(ticketId)) return [];
    const own = before.filter((each) => each.ticketId === ticketId);
    const from = own.find((each) => each.cell === cell) ?? own.find((each) => !still.has(`${each.ticketId} ${each.cell}`));
    if (!from) return [];
    const [x, y] = [from.left - left, from.top - top];
    return Math.abs(x) + Math.abs(y) < 1 ? [] : [{ index, x, y, far: from.cell !== cell }];
  });
}
