import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { areSame, headingsIn, inSight, type Heading } from "./outline";

/** How far below the top of the page a heading counts as read, in pixels. */
const below = 72;

interface Outline {
  headings: readonly Heading[];
  /** The place of the heading in sight among them. */
  current: number;
  /** Shows a heading. In a text that can be edited, the caret goes there, if `write` is true. */
  show: (heading: Heading, write: boolean) => void;
}

/** The headings of the text in a page that scrolls. They follow every change of the text. */
export function useOutline(page: RefObject<HTMLElement | null>): Outline {
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  const [current, setCurrent] = useState(-1);
  /** The heading that the person has chosen, until the page scrolls on. The last headings never reach the top. */
  const chosen = useRef<{ element: HTMLElement; at: number } | null>(null);
  useEffect(() => {
    const root = page.current;
    if (!root) return undefined;
    let frame = 0;
    const look = () => {
      frame = 0;
      const now = headingsIn(root);
      setHeadings((before) => (areSame(before, now) ? before : now));
      if (chosen.current && Math.abs(chosen.current.at - root.scrollTop) > 2) chosen.current = null;
      const picked = now.findIndex(({ element }) => element === chosen.current?.element);
      const { top } = root.getBoundingClientRect();
      setCurrent(picked === -1 ? inSight(now.map(({ element }) => element.getBoundingClientRect().top - top), below) : picked);
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    const changes = new MutationObserver(soon);
    changes.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden", "open", "data-level"] });
    root.addEventListener("scroll", soon, { passive: true });
    soon();
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      root.removeEventListener("scroll", soon);
    };
  }, [page]);
  const show = useCallback(
    ({ element }: Heading, write: boolean) => {
      element.scrollIntoView({ block: "start" });
      chosen.current = { element, at: page.current?.scrollTop ?? 0 };
      page.current?.dispatchEvent(new Event("scroll"));
      const box = element.closest<HTMLElement>('[contenteditable="true"]');
      if (!write || !box) return;
      box.focus({ preventScroll: true });
      const selection = getSelection();
      selection?.selectAllChildren(element);
      selection?.collapseToEnd();
    },
    [page],
  );
  return { headings, current, show };
}
