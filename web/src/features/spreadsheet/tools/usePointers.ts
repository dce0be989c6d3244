import { useEffect, useState, type RefObject } from "react";
import type { FieldId } from "@/fields/field";
import { useLatest } from "@/lib/useLatest";
import { NAME } from "../columns";
import type { Line } from "../lines";
import type { ColumnWidths } from "../useColumnWidths";
import type { GridState } from "../useGridState";
import { movedBefore, placeAt } from "./columnOrder";
import { followDrag, ignoreClick } from "./followDrag";
import type { BlockActs, Corner } from "./useBlock";

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  state: GridState;
  lines: readonly Line[];
  /** The height of the head, and of a line. */
  rowHeight: number;
  block: BlockActs;
  widths: ColumnWidths;
  /** The columns of the settings, of which some may be hidden. */
  columns: readonly FieldId[];
  onColumns: (columns: readonly FieldId[]) => void;
}

/** What people draw with the mouse: blocks of cells, what the handle fills, widths and places of columns. Returns the pixel where a dragged column would stand. */
export function usePointers(wanted: Wanted): number | null {
  const { scroller } = wanted;
  const [slot, setSlot] = useState<number | null>(null);
  const latest = useLatest(wanted);
  useEffect(() => {
    const sheet = scroller.current;
    if (!sheet) return undefined;

    const drawBlock = (event: PointerEvent, cell: HTMLElement) => {
      const from = cornerOf(cell);
      let begun = false;
      const { lines, state } = latest.current;
      if (!from || from.column < NAME || lines[state.indexOf.get(from.key) ?? -1]?.kind !== "ticket") return;
      followDrag(event, sheet, {
        onMove({ clientX, clientY }) {
          const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-line]");
          const to = under && sheet.contains(under) ? cornerOf(under) : null;
          if (!to || (!begun && to.key === from.key && to.column === from.column)) return;
          begun = true;
          sheet.style.userSelect = "none";
          window.getSelection()?.removeAllRanges();
          latest.current.block.draw(from, { key: to.key, column: Math.max(to.column, NAME) });
        },
        onDrop: () => undefined,
        onEnd() {
          sheet.style.userSelect = "";
          if (begun) ignoreClick();
        },
      });
    };

    const drawFill = (event: PointerEvent) => {
      event.preventDefault();
      followDrag(event, sheet, {
        onMove({ clientY }) {
          const { rowHeight, lines, block } = latest.current;
          const height = clientY - sheet.getBoundingClientRect().top + sheet.scrollTop - rowHeight;
          block.drawFill(Math.min(Math.max(Math.floor(height / rowHeight), 0), lines.length - 1));
        },
        onDrop: () => latest.current.block.fillDrawn(),
        onEnd: () => latest.current.block.drawFill(null),
      });
    };

    const dragColumn = (event: PointerEvent, id: FieldId) => {
      const heads = [...sheet.querySelectorAll<HTMLElement>("[data-head]")];
      let place = -1;
      followDrag(event, sheet, {
        onMove({ clientX }) {
          const extents = heads.map((head) => head.getBoundingClientRect());
          place = placeAt(extents, clientX);
          const edge = extents[place]?.left ?? extents.at(-1)?.right ?? 0;
          setSlot(edge - sheet.getBoundingClientRect().left + sheet.scrollLeft);
        },
        onDrop() {
          const { columns, onColumns } = latest.current;
          onColumns(movedBefore(columns, id, heads[place]?.dataset.head ?? null));
        },
        onEnd() {
          setSlot(null);
          ignoreClick();
        },
      });
    };

    const press = (event: PointerEvent) => {
      const target = event.target as HTMLElement;
      const grip = target.closest<HTMLElement>("[data-grip]");
      const sized = grip?.dataset.grip;
      if (grip && sized !== undefined) return latest.current.widths.pull(event, grip, sized);
      if (event.button !== 0 || event.pointerType === "touch" || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (target.closest("[data-fill]")) return drawFill(event);
      const head = target.closest<HTMLElement>("[data-head]")?.dataset.head;
      if (head !== undefined && !target.closest("[aria-haspopup]")) return dragColumn(event, head);
      const cell = target.closest<HTMLElement>("[data-line]");
      if (cell && !target.closest("input, button, [role=dialog]")) drawBlock(event, cell);
    };
    const fit = ({ target }: MouseEvent) => {
      const id = (target as HTMLElement).closest<HTMLElement>("[data-grip]")?.dataset.grip;
      if (id !== undefined) latest.current.widths.fit(id);
    };
    sheet.addEventListener("pointerdown", press);
    sheet.addEventListener("dblclick", fit);
    return () => {
      sheet.removeEventListener("pointerdown", press);
      sheet.removeEventListener("dblclick", fit);
    };
  }, [scroller, latest]);
  return slot;
}

function cornerOf({ dataset: { line, column } }: HTMLElement): Corner | null {
  return line === undefined || column === undefined ? null : { key: line, column: Number(column) };
}
