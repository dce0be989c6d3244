/** The position of a card. */
export interface Spot {
  columnId: string;
  ticketId: string;
}

interface Column {
  id: string;
  ticketIds: readonly string[];
}

/** The card that an arrow key leads to: along the column, or at the same height in the next column with cards. */
export function nextCard(key: string, from: Spot | null, columns: readonly Column[]): Spot | null {
  const filled = columns.filter(({ ticketIds }) => ticketIds.length > 0);
  const at = filled.findIndex(({ id }) => id === from?.columnId);
  const here = filled[at];
  if (!from || !here) return spotIn(filled[0], 0);
  const index = here.ticketIds.indexOf(from.ticketId);
  switch (key) {
    case "ArrowUp":
      return spotIn(here, Math.max(index - 1, 0));
    case "ArrowDown":
      return spotIn(here, index + 1);
    case "Home":
      return spotIn(here, 0);
    case "End":
      return spotIn(here, here.ticketIds.length - 1);
    case "ArrowLeft":
      return spotIn(filled[Math.max(at - 1, 0)], index);
    case "ArrowRight":
      return spotIn(filled[Math.min(at + 1, filled.length - 1)], index);
    default:
      return null;
  }
}

function spotIn(column: Column | undefined, index: number): Spot | null {
  const ticketId = column?.ticketIds[Math.min(index, column.ticketIds.length - 1)];
  return column && ticketId !== undefined ? { columnId: column.id, ticketId } : null;
}
