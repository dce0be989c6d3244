import { t } from "@lingui/core/macro";
import type { ClipboardEvent } from "react";
import { selectedSet } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { title } from "@/fields/title";
import { later, retryFailed } from "@/lib/later";
import { tellRefusal } from "@/ui/Toast";
import { FIRST, NUMBER, type Column } from "./columns";
import type { Line } from "./lines";
import type { GridState } from "./useGridState";

/** Turns texts into values. No page needs this code before the page is usable. */
const pasting = later(() => import("./pasteCells"));

interface Wanted {
  state: GridState;
  lines: readonly Line[];
  columns: readonly Column[];
}

/** Pastes into the focused cell, and into the cells below and to the right. */
export function useGridPaste({ state, lines, columns }: Wanted) {
  return (event: ClipboardEvent<HTMLElement>) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[role="gridcell"]');
    const at = state.position();
    const line = at && lines[at.line];
    if (!cell || cell !== event.target || !at || line?.kind !== "ticket" || at.column === NUMBER) return;
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    const { selected } = useTarget.getState();
    const ids = lines.slice(at.line).flatMap((each) => (each.kind === "ticket" ? [each.ticketId] : []));
    const into = {
      below: [...new Set(ids)],
      ticked: selectedSet(selected).has(line.ticketId) ? selected : [],
      columns: [title, ...columns].slice(at.column - FIRST + 1),
    };
    pasting.load().then(
      ({ pasteCells }) => pasteCells(text, into),
      () => {
        tellRefusal(t`This couldn't be loaded. Check your connection, or reload the page.`);
        retryFailed();
      },
    );
  };
}
