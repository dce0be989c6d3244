import { useCallback, type RefObject } from "react";
import { useLatest } from "@/lib/useLatest";
import type { FieldId } from "@/fields/field";
import { narrowest, widest, type Widths } from "@/fields/arrange/settings";
import { FIRST, NAME, sheetVariables, tracks, type Column } from "./columns";

/** A column by its field; "title" for the title. */
export type Sized = FieldId;

interface Wanted {
  sheet: RefObject<HTMLElement | null>;
  columns: readonly Column[];
  widths: Widths;
  /** How many columns behind the title are frozen. */
  frozen: number;
  onWidths: (widths: Widths) => void;
}

const within = (width: number) => Math.round(Math.min(Math.max(width, narrowest), widest));

/** Resizes columns. During a drag only the style of the sheet changes, and no line renders. */
export function useColumnWidths({ sheet, columns, widths, frozen, onWidths }: Wanted) {
  const latest = useLatest({ columns, widths, frozen, onWidths });
  const indexOf = useCallback((id: Sized) => (id === "title" ? NAME : latest.current.columns.findIndex((column) => column.id === id) + FIRST), [latest]);

  const show = useCallback(
    (next: Widths) => {
      const { columns, frozen } = latest.current;
      for (const [name, value] of Object.entries(sheetVariables(columns, next, frozen))) sheet.current?.style.setProperty(name, value);
    },
    [latest, sheet],
  );
  const headOf = useCallback(
    (id: Sized) => sheet.current?.querySelector<HTMLElement>(`[role="columnheader"][aria-colindex="${indexOf(id) + 1}"]`),
    [indexOf, sheet],
  );

  const pull = useCallback(
    (event: PointerEvent, grip: HTMLElement, id: Sized) => {
      const start = headOf(id)?.offsetWidth;
      if (start === undefined || event.button !== 0) return;
      event.preventDefault();
      const from = event.clientX;
      const widthsAt = (x: number): Widths => ({ ...latest.current.widths, [id]: within(start + x - from) });
      const end = new AbortController();
      const { signal } = end;
      let at = from;
      grip.setPointerCapture(event.pointerId);
      const move = ({ clientX }: PointerEvent) => {
        at = clientX;
        show(widthsAt(at));
      };
      grip.addEventListener("pointermove", move, { signal });
      const stop = (keeps: boolean) => () => {
        end.abort();
        if (keeps && at !== from) latest.current.onWidths(widthsAt(at));
        else show(latest.current.widths);
      };
      grip.addEventListener("pointerup", stop(true), { signal });
      grip.addEventListener("pointercancel", stop(false), { signal });
      window.addEventListener("keydown", ({ key }) => key === "Escape" && stop(false)(), { signal, capture: true });
    },
    [headOf, latest, show],
  );

  /** Fits the width to the widest visible cell and the name. */
  const fit = useCallback(
    (id: Sized) => {
      const { columns, widths, onWidths } = latest.current;
      const element = sheet.current;
      if (!element) return;
      const index = indexOf(id);
      const parts = tracks(columns, { title: 0, ...widths }).split(" ");
      parts[index] = "max-content";
      // Each line is a grid of its own, so each cell takes its own width while it is measured.
      element.style.setProperty("--tracks", parts.join(" "));
      const cells = element.querySelectorAll<HTMLElement>(`[data-column="${index}"], [aria-colindex="${index + 1}"]`);
      const most = Math.max(...[...cells].filter((cell) => !cell.hasAttribute("aria-colspan")).map((cell) => cell.offsetWidth + 1));
      const next = { ...widths, [id]: within(most) };
      show(next);
      onWidths(next);
    },
    [indexOf, latest, sheet, show],
  );

  const step = useCallback(
    (id: Sized, by: number) => {
      const { widths, onWidths } = latest.current;
      onWidths({ ...widths, [id]: within((headOf(id)?.offsetWidth ?? narrowest) + by) });
    },
    [headOf, latest],
  );
  return { pull, fit, step };
}

export type ColumnWidths = ReturnType<typeof useColumnWidths>;
