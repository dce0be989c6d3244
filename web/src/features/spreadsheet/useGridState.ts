import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useLatest } from "@/lib/useLatest";
import { setTarget } from "@/actions/target";
import { mayNowOn } from "@/actions/useMay";
import { select } from "@/actions/selection";
import type { Grid, Tools } from "./grid";
import { firstLineOf, ticketIdsOf, type Line } from "./lines";
import { step, type Position } from "./navigate";
import { reveal } from "./reveal";

interface Active {
  key: string;
  column: number;
}

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  lines: readonly Line[];
  columns: number;
  tools: RefObject<Tools | null>;
  hrefOf: (key: string) => string;
  onOpen: (ticketId: string) => void;
  onFold: (id: string) => void;
  scrollTo: (line: number) => void;
  /** Called with the key of the line that a new title is typed in. */
  onWrite: (lineKey: string | null) => void;
}

/** The active cell of the sheet, and the edit in it. The cell is kept by its line, so that it follows its ticket. */
export function useGridState({ scroller, lines, columns, tools, hrefOf, onOpen, onFold, scrollTo, onWrite }: Wanted) {
  const [active, setActive] = useState<Active | null>(null);
  const [edit, setEdit] = useState<{ key: string; typed: string | null } | null>(null);
  const indexOf = useMemo(() => new Map(lines.map((line, index) => [line.key, index])), [lines]);
  const wantsFocus = useRef(false);
  const now = { lines, columns, hrefOf, onOpen, onFold, scrollTo, onWrite, indexOf, active };
  const latest = useLatest(now);
  /** Focuses a rendered cell and scrolls until it is fully visible. */
  const focusCell = useCallback(
    (key: string, column: number) => {
      const cell = scroller.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(key)}"][data-column="${column}"]`);
      if (!scroller.current || !cell) return;
      cell.focus({ preventScroll: true });
      reveal(scroller.current, cell);
    },
    [scroller],
  );

  const stand = useCallback((to: Position, focus = true) => {
    const { lines, scrollTo } = latest.current;
    // Totals are never active. They are below a line that can be.
    const at = lines[to.line]?.kind === "foot" ? to.line - 1 : to.line;
    const line = lines[at];
    if (!line) return;
    wantsFocus.current = focus;
    setActive({ key: line.key, column: to.column });
    setTarget({ focused: line.kind === "ticket" ? line.ticketId : null });
    scrollTo(at);
    // If the cell is already active, nothing renders again and focuses it, so focus it here.
    if (focus) focusCell(line.key, to.column);
  }, [latest, focusCell]);

  const position = useCallback((): Position | null => {
    const { active, indexOf } = latest.current;
    const line = active === null ? undefined : indexOf.get(active.key);
    return active === null || line === undefined ? null : { line, column: active.column };
  }, [latest]);

  /** Begins to edit the title of a line, if this person may change its ticket. */
  const begin = useCallback(
    (key: string, typed: string | null) => {
      const { lines, indexOf } = latest.current;
      const line = lines[indexOf.get(key) ?? -1];
      if (line?.kind === "ticket" && mayNowOn("editTickets", [line.ticketId])) setEdit({ key, typed });
    },
    [latest],
  );

  const grid = useMemo<Grid>(
    () => ({
      takesFocus: () => wantsFocus.current,
      activate: (key, column, focus = true) => {
        const line = latest.current.indexOf.get(key);
        if (line !== undefined) stand({ line, column }, focus);
      },
      reveal: (cell) => scroller.current && reveal(scroller.current, cell),
      edit: (key) => begin(key, null),
      leaveEdit: (then) => {
        setEdit(null);
        const from = position();
        if (then === "away") {
          wantsFocus.current = false;
          return;
        }
        const keys = { down: "ArrowDown", right: "ArrowRight", left: "ArrowLeft", stay: "" };
        const { lines, columns } = latest.current;
        if (from) stand(step({ key: keys[then], mod: false, shift: false }, from, { lines, columns, page: 1 }) ?? from);
      },
      tick: (ticketId, range) => select(ticketId, ticketIdsOf(latest.current.lines), range),
      fold: (id) => latest.current.onFold(id),
      addIn: (groupId) => latest.current.onWrite(firstLineOf(groupId)),
      open: (ticketId) => latest.current.onOpen(ticketId),
      hrefOf: (key) => latest.current.hrefOf(key),
      tools,
    }),
    [latest, begin, position, stand, tools, scroller],
  );

  // When the active row disappears (trashed, filtered out, or in a collapsed group), the row after it becomes active.
  const lastLine = useRef(0);
  const at = active === null ? undefined : indexOf.get(active.key);
  useLayoutEffect(() => {
    if (at !== undefined) lastLine.current = at;
    else if (active !== null && lines.length > 0)
      stand({ line: Math.min(lastLine.current, lines.length - 1), column: active.column }, wantsFocus.current && isLost());
  }, [at, active, lines, stand]);
  /** Call when the focus leaves the sheet, so that it does not return when lines change. */
  const forgetFocus = useCallback(() => {
    wantsFocus.current = false;
  }, []);

  return { active, edit, grid, indexOf, stand, position, begin, wantsFocus, forgetFocus };
}

/** True if nothing on the page has the focus. */
const isLost = () => document.activeElement === null || document.activeElement === document.body;

export type GridState = ReturnType<typeof useGridState>;
