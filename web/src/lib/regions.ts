/** The regions of the page in the order of the page: sidebar, content, and the panels over it with their tabs. */
const REGIONS = 'nav[data-section], main, aside, [role="complementary"]';

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}

/** F6: moves focus to the next region, to its last focused element or to its start. */
export function focusNextRegion(backwards: boolean): void {
  const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter(isShown);
  if (regions.length === 0) return;
  // The innermost region: a panel may lie within the content.
  const inside = regions.findLastIndex((region) => region.contains(document.activeElement));
  const next = regions[(inside + (backwards ? -1 : 1) + regions.length) % regions.length];
  if (!next) return;
  if (!next.hasAttribute("tabindex")) next.tabIndex = -1;
  next.focus();
}
