import { useCallback, useMemo, useRef, useState } from "react";
import { useLatest } from "@/lib/useLatest";
import { setTarget } from "@/actions/target";
import { select } from "@/actions/selection";
import type { Grid } from "./grid";
import { firstLineOf, ticketIdsOf, type Line } from "./lines";
import { navigate, type Position } from "./navigate";
import type { Rows } from "./useRowHand";

interface Active {
  key: string;
  column: number;
}

interface Wanted {
  lines: readonly Line[];
  columns: number;
  rows: Rows;
  hrefOf: (key: string) => string;
  onOpen: (ticketId: string) => void;
  onFold: (groupId: string) => void;
  scrollTo: (line: number) => void;
  /** The new line that is written in, by its key. */
  onWrite: (lineKey: string | null) => void;
}

/** Where the keyboard stands in the sheet, and what is being written. The place is kept by line, so that it follows its ticket. */
export function useGridState({ lines, columns, rows, hrefOf, onOpen, onFold, scrollTo, onWrite }: Wanted) {
  const [active, setActive] = useState<Active | null>(null);
  const [edit, setEdit] = useState<{ key: string; typed: string | null } | null>(null);
  const indexOf = useMemo(() => new Map(lines.map((line, index) => [line.key, index])), [lines]);
  const wantsFocus = useRef(false);
  const now = { lines, columns, hrefOf, onOpen, onFold, scrollTo, onWrite, indexOf, active };
  const latest = useLatest(now);

  const stand = useCallback((to: Position, focus = true) => {
    const { lines, scrollTo } = latest.current;
    const line = lines[to.line];
    if (!line) return;
    wantsFocus.current = focus;
    setActive({ key: line.key, column: to.column });
    setTarget({ focused: line.kind === "ticket" ? line.ticketId : null });
    scrollTo(to.line);
  }, [latest]);

  const position = useCallback((): Position | null => {
    const { active, indexOf } = latest.current;
    const line = active === null ? undefined : indexOf.get(active.key);
    return active === null || line === undefined ? null : { line, column: active.column };
  }, [latest]);

  const grid = useMemo<Grid>(
    () => ({
      takesFocus: () => wantsFocus.current,
      activate: (key, column) => {
        const line = latest.current.indexOf.get(key);
        if (line !== undefined) stand({ line, column });
      },
      edit: (key) => setEdit({ key, typed: null }),
      leaveEdit: (then) => {
        setEdit(null);
        const from = position();
        if (then === "away") {
          wantsFocus.current = false;
          return;
        }
        const keys = { down: "ArrowDown", right: "ArrowRight", left: "ArrowLeft", stay: "" };
        const size = { lines: latest.current.lines.length, columns: latest.current.columns, page: 1 };
        if (from) stand(navigate({ key: keys[then], mod: false, shift: false }, from, size) ?? from);
      },
      tick: (ticketId, range) => select(ticketId, ticketIdsOf(latest.current.lines), range),
      fold: (groupId) => latest.current.onFold(groupId),
      addIn: (groupId) => latest.current.onWrite(firstLineOf(groupId)),
      open: (ticketId) => latest.current.onOpen(ticketId),
      hrefOf: (key) => latest.current.hrefOf(key),
      rows,
    }),
    [latest, position, stand, rows],
  );
  return { active, edit, grid, indexOf, stand, position, setEdit, wantsFocus };
}

export type GridState = ReturnType<typeof useGridState>;
