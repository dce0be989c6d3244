import { useEffect, useRef, type RefObject } from "react";
import { answered, type Asked } from "@/actions/ask";

const cellIn = (row: Element | null | undefined, column: string | undefined) => row?.querySelector<HTMLElement>(`[data-line][data-column="${column}"]`) ?? null;

/** The cell in the same column of the next line that has cells. The head of a group and a line for a new task have one cell. */
export function cellBelow(cell: HTMLElement): HTMLElement | null {
  const row = cell.closest('[role="row"]');
  const sheet = row?.closest('[role="grid"], [role="treegrid"]');
  const index = Number(row?.getAttribute("aria-rowindex"));
  // A line with totals has no cells for keys.
  for (const next of [index + 1, index + 2]) {
    const line = sheet?.querySelector(`[role="row"][aria-rowindex="${next}"]`);
    const below = cellIn(line, cell.dataset.column) ?? line?.querySelector<HTMLElement>("[data-line]");
    if (below) return below;
  }
  return null;
}

/** The next cell of the same line. */
export const cellBeside = (cell: HTMLElement): HTMLElement | null => cellIn(cell.closest('[role="row"]'), String(Number(cell.dataset.column) + 1));

/** Presses Enter in the field of a picker, as the person would. */
export function pressEnter(field: HTMLInputElement): void {
  const isForForm = field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  // A key that is not a person's own submits no form.
  if (isForForm) field.form?.requestSubmit();
}

/**
 * The cell that gets the focus when the picker of a cell closes: the one below if Enter has closed it, and the next one if Tab
 * has. Tab first takes what is typed or marked. In the calendar of a date, Tab goes from control to control.
 */
export function useGoOn({ anchor }: Asked, isSet: boolean): RefObject<HTMLElement | null> {
  const next = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const cell = anchor?.matches('[role="gridcell"]') ? anchor : null;
    if (!cell) return undefined;
    let tabbing = false;
    // In a field with several values, what is typed stays after it has been taken.
    let taken = false;
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (tabbing || event.isComposing) return;
      // The lines are found before the change, which may move the row to another place.
      next.current = key === "Enter" ? cellBelow(cell) : null;
      const field = target instanceof HTMLInputElement && target.closest("[data-radix-popper-content-wrapper]") ? target : null;
      const isList = field?.role === "combobox";
      if (key === "Enter") taken = true;
      else if (key !== "Tab") taken = false;
      if (key !== "Tab" || event.shiftKey || field === null || (!isList && field.form === null && field.value.trim() === "")) return;
      event.preventDefault();
      event.stopPropagation();
      next.current = cellBeside(cell);
      tabbing = true;
      if (!isSet || (!taken && field.value.trim() !== "")) pressEnter(field);
      tabbing = false;
      if (isSet) answered();
    };
    const forget = () => {
      taken = true;
      next.current = null;
    };
    document.addEventListener("keydown", press, true);
    document.addEventListener("pointerdown", forget, true);
    return () => {
      document.removeEventListener("keydown", press, true);
      document.removeEventListener("pointerdown", forget, true);
    };
  }, [anchor, isSet]);
  return next;
}
