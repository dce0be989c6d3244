import type { Lane, Spot } from "./grid";

/**
 * The card that an arrow key leads to: along the column and on to the next lane, or at the same height in the next column
 * of the lane that has cards.
 */
export function nextCard(key: string, from: Spot | null, lanes: readonly Lane[]): Spot | null {
  const filled = lanes.flatMap((lane) => {
    const cells = lane.cells.filter(({ ticketIds }) => ticketIds.length > 0);
    return cells.length > 0 ? [{ ...lane, cells }] : [];
  });
  const row = filled.findIndex(({ id }) => id === from?.laneId);
  const cells = filled[row]?.cells ?? [];
  const at = cells.findIndex(({ columnId }) => columnId === from?.columnId);
  const here = cells[at];
  if (!from || !here) return spotIn(filled[0]?.cells[0], 0);
  const index = here.ticketIds.indexOf(from.ticketId);
  const beyond = (step: -1 | 1) => {
    const column = filled.flatMap((lane, place) => (step * (place - row) > 0 ? lane.cells : [])).filter(({ columnId }) => columnId === from.columnId);
    return step > 0 ? column[0] : column.at(-1);
  };
  switch (key) {
    case "ArrowUp":
      return index > 0 ? spotIn(here, index - 1) : (spotIn(beyond(-1), Infinity) ?? spotIn(here, 0));
    case "ArrowDown":
      return index < here.ticketIds.length - 1 ? spotIn(here, index + 1) : (spotIn(beyond(1), 0) ?? spotIn(here, index));
    case "Home":
      return spotIn(here, 0);
    case "End":
      return spotIn(here, Infinity);
    case "ArrowLeft":
      return spotIn(cells[Math.max(at - 1, 0)], index);
    case "ArrowRight":
      return spotIn(cells[Math.min(at + 1, cells.length - 1)], index);
    default:
      return null;
  }
}

function spotIn(cell: Lane["cells"][number] | undefined, index: number): Spot | null {
  const ticketId = cell?.ticketIds[Math.min(index, cell.ticketIds.length - 1)];
  return cell && ticketId !== undefined ? { columnId: cell.columnId, laneId: cell.laneId, ticketId } : null;
}
