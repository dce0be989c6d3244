import { useCallback, useMemo, useState, type RefObject } from "react";
import { selectedSet } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { title } from "@/fields/title";
import { useLatest } from "@/lib/useLatest";
import { FIRST, NAME, NUMBER, type Column } from "../columns";
import type { Line } from "../lines";
import type { GridState } from "../useGridState";
import { extended, fillPairs, fillRange, rectOf, ticketsBetween, type Rect } from "./block";
import { fillCells } from "./fillCells";

/** A cell by its line, so that a block follows its tickets. */
export interface Corner {
  key: string;
  column: number;
}

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  state: GridState;
  lines: readonly Line[];
  columns: readonly Column[];
  scrollTo: (line: number) => void;
}

/**
 * The block of cells that the person has chosen, from the active cell to another corner. It ends when another cell
 * becomes active.
 */
export function useBlock({ scroller, state, lines, columns, scrollTo }: Wanted) {
  const { active, indexOf } = state;
  const [block, setBlock] = useState<{ from: Corner; to: Corner } | null>(null);
  const [filling, setFilling] = useState<Rect | null>(null);
  const shown = block && block.from.key === active?.key && block.from.column === active.column ? block : null;
  const rect = useMemo(() => {
    if (!shown) return null;
    const [from, to] = [indexOf.get(shown.from.key), indexOf.get(shown.to.key)];
    return from === undefined || to === undefined ? null : rectOf({ line: from, column: shown.from.column }, { line: to, column: shown.to.column });
  }, [shown, indexOf]);
  const at = active === null ? undefined : indexOf.get(active.key);
  /** The block, or the active cell where there is none. */
  const cells = useMemo(
    () => rect ?? (active === null || at === undefined || active.column === NUMBER ? null : rectOf({ line: at, column: active.column }, { line: at, column: active.column })),
    [rect, active, at],
  );
  const latest = useLatest({ active, block: shown, rect, cells, filling, lines, columns, indexOf, scrollTo });

  const columnsIn = useCallback(
    ({ left, right }: Rect): readonly Column[] => latest.current.columns.slice(Math.max(left - FIRST, 0), right - FIRST + 1),
    [latest],
  );

  const acts = useMemo(() => {
    const clear = () => setBlock(null);
    return {
      clear,
      /** Grows or shrinks the block by an arrow key. Returns false if the key selects rows instead. */
      extend(key: string): boolean {
        const { active, block, lines, columns, indexOf, scrollTo } = latest.current;
        if (active === null || active.column === NUMBER || (!block && !/^Arrow(Left|Right)$/.test(key))) return false;
        const corner = block?.to ?? active;
        const line = indexOf.get(corner.key);
        if (line === undefined || lines[line]?.kind !== "ticket") return false;
        const next = extended(key, { line, column: corner.column }, lines, columns.length + FIRST);
        const to = next && lines[next.line];
        if (!next || !to) return true;
        setBlock({ from: active, to: { key: to.key, column: next.column } });
        scrollTo(next.line);
        const cell = scroller.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(to.key)}"][data-column="${next.column}"]`);
        if (cell) state.grid.reveal(cell);
        return true;
      },
      /** The block while the pointer draws it. The first cell becomes the active one. */
      draw(from: Corner, to: Corner): void {
        const { active } = latest.current;
        if (active?.key !== from.key || active.column !== from.column) state.grid.activate(from.key, from.column);
        setBlock({ from, to });
      },
      /** The lines that a drag of the handle would fill. */
      drawFill(line: number | null): void {
        const { cells } = latest.current;
        setFilling(cells && line !== null ? fillRange(cells, line) : null);
      },
      /** Fills the lines that the handle was dragged over, and makes them a part of the block. */
      fillDrawn(): void {
        const { cells, filling, lines, block, active } = latest.current;
        setFilling(null);
        if (!cells || !filling) return;
        const upwards = filling.bottom < cells.top;
        fillCells(fillPairs(ticketsBetween(lines, cells.top, cells.bottom), ticketsBetween(lines, filling.top, filling.bottom), upwards), columnsIn(cells));
        const end = lines[upwards ? filling.top : filling.bottom];
        if (active && end) setBlock({ from: active, to: { key: end.key, column: (block?.to ?? active).column } });
      },
      /**
       * Copies the first row of the block into its other rows. Without a block, copies the first selected row into the
       * other selected ones, or the row above into the active one.
       */
      fillDown(): void {
        const { active, rect, cells, lines, indexOf } = latest.current;
        if (!active || !cells) return;
        const inBlock = rect ? ticketsBetween(lines, rect.top, rect.bottom) : [];
        const line = lines[indexOf.get(active.key) ?? -1];
        const { selected } = useTarget.getState();
        const chosen = inBlock.length > 1 ? inBlock : line?.kind === "ticket" && selected.length > 1 && selectedSet(selected).has(line.ticketId) ? selected : null;
        const above = chosen ? null : ticketsBetween(lines, 0, cells.top - 1).at(-1);
        const [from, targets] = chosen ? [chosen[0], chosen.slice(1)] : [above, ticketsBetween(lines, cells.top, cells.top)];
        if (from) fillCells(fillPairs([from], targets, false), columnsIn(cells));
      },
      /** The tickets and the fields of the block; null if there is none. */
      whole(): { ticketIds: string[]; columns: readonly (Column | typeof title)[] } | null {
        const { rect, lines } = latest.current;
        return rect && { ticketIds: ticketsBetween(lines, rect.top, rect.bottom), columns: [...(rect.left <= NAME ? [title] : []), ...columnsIn(rect)] };
      },
    };
  }, [latest, scroller, state.grid, columnsIn]);
  return { acts, rect, cells, filling };
}

export type BlockActs = ReturnType<typeof useBlock>["acts"];
