interface Extent {
  left: number;
  right: number;
}

/**
 * By how many pixels to scroll a sheet sideways so that a cell is fully visible: between the frozen columns, which
 * end at `from`, and the right edge. A cell that is too wide shows its start.
 */
export function shiftFor(cell: Extent, { from, to }: { from: number; to: number }): number {
  if (cell.left < from || cell.right - cell.left > to - from) return cell.left - from;
  return Math.max(cell.right - to, 0);
}

/** Scrolls a sheet sideways until a cell is fully visible. Cells of frozen columns never scroll it. */
export function reveal(sheet: HTMLElement, cell: HTMLElement): void {
  if (getComputedStyle(cell).position === "sticky") return;
  const cells = [...(cell.closest('[role="row"]')?.querySelectorAll("[data-column]") ?? [])];
  const frozen = cells.findLast((each) => getComputedStyle(each).position === "sticky");
  const left = sheet.getBoundingClientRect().left + sheet.clientLeft;
  const by = shiftFor(cell.getBoundingClientRect(), {
    from: frozen?.getBoundingClientRect().right ?? left,
    to: left + sheet.clientWidth,
  });
  if (by !== 0) sheet.scrollBy({ left: by });
}
