/** Pixels. */
export const narrowest = 480;
export const widest = 1100;
/** What remains of the list beside several panes. */
export const leastList = 320;
/** The list of the inbox in a wide window, as in `InboxPage.module.css`. */
export const inboxList = 400;

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

export const within = (width: number): number => Math.round(Math.min(Math.max(width, narrowest), widest));

/** The number of panes that a page of this width has space for beside its list; at least one. */
export const fitting = (page: number): number => Math.max(1, Math.floor((page - leastList) / narrowest));

/** The first of the panes in sight, if only `fits` of `count` panes are. It changes only if the active pane would be out of sight. */
export function firstInSight(before: number, { count, active, fits }: { count: number; active: number; fits: number }): number {
  const last = Math.max(0, count - fits);
  const first = active < before ? active : active >= before + fits ? active - fits + 1 : before;
  return Math.min(Math.max(first, 0), last);
}

/** The widths of panes side by side: those that the person has chosen, or less if the page is too narrow for them. */
export function fitted(chosen: readonly number[], page: number): readonly number[] {
  const room = page - leastList;
  const total = sum(chosen);
  if (total <= room) return chosen;
  // What each pane has above the least width shrinks by the same factor.
  const spare = total - chosen.length * narrowest;
  const factor = spare <= 0 ? 0 : Math.max(0, (room - chosen.length * narrowest) / spare);
  return chosen.map((width) => Math.floor(narrowest + (width - narrowest) * factor));
}

/** The least and the greatest width that the pane at a place can have. Its edge is shared with the pane at its left, or with the list. */
export function rangeOf(widths: readonly number[], at: number, page: number): { least: number; greatest: number } {
  const [left, own = narrowest] = [widths[at - 1], widths[at]];
  if (left === undefined) return { least: narrowest, greatest: Math.max(narrowest, Math.min(widest, page - leastList - sum(widths) + own)) };
  return { least: Math.max(narrowest, left + own - widest), greatest: Math.min(widest, left + own - narrowest) };
}

/** The widths after the left edge of a pane has moved. */
export function resized(widths: readonly number[], at: number, width: number): readonly number[] {
  const own = widths[at] ?? 0;
  return widths.map((each, place) => (place === at ? width : place === at - 1 ? each + own - width : each));
}
