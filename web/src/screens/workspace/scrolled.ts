/** How far an element of a page is scrolled. An element is found again by its first class, and by its position among the elements of this class. */
export interface Scrolled {
  className: string;
  at: number;
  top: number;
  left: number;
}

/** The scroll positions within an element. Text fields scroll with their text, so they do not count. */
export function scrolledIn(root: Element): Scrolled[] {
  const found: Scrolled[] = [];
  for (const element of root.querySelectorAll("*")) {
    const { scrollTop: top, scrollLeft: left } = element;
    const [className] = element.classList;
    if ((top === 0 && left === 0) || className === undefined || element.matches("input, textarea")) continue;
    found.push({ className, at: [...root.getElementsByClassName(className)].indexOf(element), top, left });
  }
  return found;
}

/** Scrolls as far as it can now, and returns the positions that it has not reached: content may still grow. */
export function scrollBack(root: Element, wanted: readonly Scrolled[], isMeant: (element: Element) => boolean = () => true): Scrolled[] {
  return wanted.filter(({ className, at, top, left }) => {
    const element = root.getElementsByClassName(className)[at];
    if (!element) return true;
    if (!isMeant(element)) return false;
    element.scrollTop = top;
    element.scrollLeft = left;
    return Math.abs(element.scrollTop - top) > 1 || Math.abs(element.scrollLeft - left) > 1;
  });
}
