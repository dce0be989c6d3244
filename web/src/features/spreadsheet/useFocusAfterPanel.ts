import { useEffect, useRef, type RefObject } from "react";
import { NAME, NUMBER } from "./columns";
import type { Line } from "./lines";
import type { GridState } from "./useGridState";

interface Wanted {
  state: GridState;
  lines: readonly Line[];
  /** The ticket that is open in the panel. */
  openId: string | null;
  scroller: RefObject<HTMLElement | null>;
}

/** When the panel closes, focuses the row of the ticket that was last open in it, so that keys continue from there. */
export function useFocusAfterPanel({ state, lines, openId, scroller }: Wanted): void {
  const before = useRef(openId);
  useEffect(() => {
    const closed = openId === null ? before.current : null;
    before.current = openId;
    if (closed === null) return;
    const { activeElement } = document;
    // A person who closed the panel by a click elsewhere keeps the focus there.
    if (activeElement !== null && activeElement !== document.body && !scroller.current?.contains(activeElement)) return;
    const from = state.position();
    const isClosed = (line: Line | undefined) => line?.kind === "ticket" && line.ticketId === closed;
    const line = from && isClosed(lines[from.line]) ? from.line : lines.findIndex(isClosed);
    // Never the name cell, where the next key would overwrite the title.
    const column = from === null || from.column === NAME ? NUMBER : from.column;
    if (line >= 0) state.stand({ line, column });
  }, [openId]); // oxlint-disable-line react/exhaustive-deps -- once for each ticket that is closed, not whenever a line moves
}
