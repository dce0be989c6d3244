import { useEffect, type RefObject } from "react";

/** Toasts stay usable over a page that covers everything else. */
const isToaster = (element: Element) => element.matches("section[aria-live]") || element.querySelector("[data-sonner-toaster]") !== null;

/** Keeps the focus, the pointer and screen readers within an element that covers the app, for as long as it is shown. */
export function useAlone(covering: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const covered = new Set<HTMLElement>();
    const around: Element[] = [];
    const root = document.querySelector("#root");
    for (let element: Element | null = covering.current; element && element !== root && element !== document.body; element = element.parentElement) around.push(element);
    const cover = () => {
      for (const element of around)
        for (const sibling of element.parentElement?.children ?? []) {
          if (sibling === element || !(sibling instanceof HTMLElement) || sibling.inert || isToaster(sibling)) continue;
          sibling.inert = true;
          covered.add(sibling);
        }
    };
    cover();
    // The sidebar comes and goes with the width of the window.
    const later = new MutationObserver(cover);
    for (const { parentElement } of around) if (parentElement) later.observe(parentElement, { childList: true });
    return () => {
      later.disconnect();
      for (const element of covered) element.inert = false;
    };
  }, [covering]);
}
