import { useEffect, useRef } from "react";

/** What a click is meant for, although it is in the page. Rows, cards and bars open their tasks, which swaps the panel. */
const usedRoles = ["row", "gridcell", "columnheader", "toolbar", "menu", "dialog", "separator", "slider", "status", "alert", "listitem"];
const used = ["a", "button", "input", "textarea", "select", "label", "summary", "svg", "img", "article", "aside", "form", "[contenteditable]", "[data-ticket]", "[draggable=true]", ...usedRoles.map((role) => `[role=${role}]`)].join();

/** What lies over the page, and closes itself by a click beside it. */
const surfaces = "[data-radix-popper-content-wrapper], [role=dialog], [role=alertdialog], [role=menu]";

const hasText = (element: Element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "");

/** True if nothing is at the place of a click in the page. */
export function isEmptySpace(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest("main") === null) return false;
  return target.closest(used) === null && !hasText(target);
}

/** True if a pane holds a text that no draft keeps, such as that of a new subtask; the title and the editors keep theirs. */
const holdsText = (pane: Element) =>
  [...pane.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input:not([type=checkbox], [type=radio], [type=file]), textarea")].some(({ value }) => value.trim() !== "");

/**
 * Closes the only pane by a click on empty space of the page beside it. The first such click only leaves a text field of
 * the pane or closes what lies over the page.
 */
export function useClickBeside(wanted: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  }, [close]);
  useEffect(() => {
    if (!wanted) return undefined;
    let pressed: EventTarget | null = null;
    const press = (event: PointerEvent) => {
      const pane = document.querySelector("[data-pane]");
      const { activeElement } = document;
      const writing = activeElement instanceof HTMLElement && activeElement.closest("[data-pane]") !== null && activeElement.matches("input, textarea, [contenteditable]");
      const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      const free = pane !== null && !writing && !holdsText(pane) && document.querySelector(surfaces) === null;
      pressed = plain && free && isEmptySpace(event.target) ? event.target : null;
    };
    const click = (event: MouseEvent) => {
      // A press that has moved to another element, or has selected words, is no click on empty space.
      const isSame = pressed !== null && pressed === event.target && (getSelection()?.isCollapsed ?? true);
      pressed = null;
      if (isSame && !event.defaultPrevented) latest.current();
    };
    document.addEventListener("pointerdown", press, true);
    document.addEventListener("click", click);
    return () => {
      document.removeEventListener("pointerdown", press, true);
      document.removeEventListener("click", click);
    };
  }, [wanted]);
}
