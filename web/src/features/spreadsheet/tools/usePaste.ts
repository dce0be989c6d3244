import { useEffect, useState, type RefObject } from "react";
import { selectedSet } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { title } from "@/fields/title";
import { useLatest } from "@/lib/useLatest";
import { FIRST, NUMBER, type Column } from "../columns";
import type { Line } from "../lines";
import { pasteCells, type NewOptions } from "../pasteCells";
import type { GridState } from "../useGridState";
import type { Rect } from "./block";

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  state: GridState;
  lines: readonly Line[];
  columns: readonly Column[];
  /** The block of cells that is chosen, if there is one. */
  rect: Rect | null;
}

/** Pastes into the focused cell, and into the cells below and to the right. Returns the question about new options, while it is open. */
export function usePaste(wanted: Wanted): NewOptions | null {
  const { scroller } = wanted;
  const [asked, setAsked] = useState<NewOptions | null>(null);
  const latest = useLatest(wanted);
  useEffect(() => {
    const sheet = scroller.current;
    const paste = (event: ClipboardEvent) => {
      const { state, lines, columns, rect } = latest.current;
      const cell = (event.target as HTMLElement).closest<HTMLElement>('[role="gridcell"]');
      const at = state.position();
      const line = at && lines[at.line];
      if (!cell || cell !== event.target || !at || line?.kind !== "ticket" || at.column === NUMBER) return;
      event.preventDefault();
      const { selected } = useTarget.getState();
      const ids = lines.slice(rect?.top ?? at.line).flatMap((each) => (each.kind === "ticket" ? [each.ticketId] : []));
      const into = {
        below: [...new Set(ids)],
        ticked: !rect && selectedSet(selected).has(line.ticketId) ? selected : [],
        columns: [title, ...columns].slice((rect?.left ?? at.column) - FIRST + 1),
        block: rect && { rows: lines.slice(rect.top, rect.bottom + 1).filter(({ kind }) => kind === "ticket").length, columns: rect.right - rect.left + 1 },
      };
      pasteCells(event.clipboardData?.getData("text/plain") ?? "", into, (question) =>
        setAsked({
          ...question,
          answer(yes) {
            setAsked(null);
            question.answer(yes);
          },
        }),
      );
    };
    sheet?.addEventListener("paste", paste);
    return () => sheet?.removeEventListener("paste", paste);
  }, [scroller, latest]);
  return asked;
}
