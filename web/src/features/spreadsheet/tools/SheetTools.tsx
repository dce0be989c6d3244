import { plural, t } from "@lingui/core/macro";
import { useImperativeHandle, useLayoutEffect, type RefObject } from "react";
import { useMayOnAll } from "@/actions/useMay";
import type { Group } from "@/fields/arrange/group";
import type { Place } from "@/fields/arrange/place";
import { MANUAL, type Settings } from "@/fields/arrange/settings";
import { isPicked } from "@/fields/value";
import { later, retryFailed } from "@/lib/later";
import { useLast } from "@/lib/useLast";
import { useLatest } from "@/lib/useLatest";
import { ConfirmDialog } from "@/ui/Dialog";
import { FIRST, type Column } from "../columns";
import type { Tools } from "../grid";
import type { Line } from "../lines";
import sheet from "../Spreadsheet.module.css";
import { useCarriedRows } from "../useCarriedRows";
import { useColumnWidths } from "../useColumnWidths";
import type { GridState } from "../useGridState";
import { BlockMarks } from "./BlockMarks";
import { NewAbove } from "./NewAbove";
import { prepareRow } from "./prepareRow";
import { toolKeys } from "./toolKeys";
import styles from "./Tools.module.css";
import { useBlock } from "./useBlock";
import { usePaste } from "./usePaste";
import { usePointers } from "./usePointers";

/** Explains a drop without effect. */
const sorting = later(async () => (await import("@/actions/sorted")).tellSorted);

/** What a drag of rows shows in their lines. */
export interface InHand {
  ids: ReadonlySet<string>;
  /** The group that dragged rows would join, where a drop chooses no place. */
  group: string | null;
}

interface SheetToolsProps {
  tools: RefObject<Tools | null>;
  scroller: RefObject<HTMLElement | null>;
  state: GridState;
  lines: readonly Line[];
  groups: readonly Group[];
  columns: readonly Column[];
  /** How many columns behind the title are frozen. */
  frozen: number;
  settings: Settings;
  place: Place;
  /** The height of the head, and of a line. */
  rowHeight: number;
  scrollTo: (line: number) => void;
  say: (what: string) => void;
  onSettings: (patch: Partial<Settings>) => void;
  onInHand: (inHand: InHand) => void;
  onMenu: (column: number) => void;
}

/**
 * What the sheet can do once the page is usable: drag rows, choose, copy, fill and paste blocks of cells, and change the
 * widths and places of columns. It is not a part of the first load.
 */
export function SheetTools(props: SheetToolsProps) {
  const { tools, scroller, state, lines, groups, columns, frozen, settings, place, rowHeight, scrollTo, say, onSettings, onInHand, onMenu } = props;
  const { widths, group, sort, descending } = settings;
  const { rows, carriedIds, slot, highlightedGroup } = useCarriedRows({
    scroller,
    head: rowHeight,
    rowHeight,
    lines,
    groups,
    nests: settings.subtasks === "nested",
    groupBy: group,
    place,
    ordered: sort === MANUAL && !descending,
    onSorted: () => void sorting.load().then((tellSorted) => tellSorted(settings, place, onSettings), retryFailed),
  });
  useLayoutEffect(() => onInHand({ ids: carriedIds, group: highlightedGroup }), [carriedIds, highlightedGroup, onInHand]);
  const pulling = useColumnWidths({ sheet: scroller, columns, widths, frozen, onWidths: (next) => onSettings({ widths: next }) });
  const { acts: block, rect, cells, filling } = useBlock({ scroller, state, lines, columns, scrollTo });
  const columnSlot = usePointers({ scroller, state, lines, rowHeight, block, widths: pulling, columns: settings.columns, onColumns: (next) => onSettings({ columns: next }) });
  const asking = usePaste({ scroller, state, lines, columns, rect });
  // The dialog keeps its words while it closes.
  const asked = useLast(asking);
  const keys = useLatest(toolKeys({ state, lines, columns, rows, widths: pulling, block, chosen: rect !== null, say, onMenu }));
  useImperativeHandle(tools, () => ({ prepare: (row, ticketId, groupId) => prepareRow(rows, row, ticketId, groupId), press: (event) => keys.current(event) }), [rows, keys]);

  const line = cells && lines[cells.top];
  const column = cells && columns[cells.right - FIRST];
  const mayFill = useMayOnAll("editTickets", line?.kind === "ticket" ? [line.ticketId] : []);
  const fills = mayFill && column && isPicked(column.value) && line?.kind === "ticket" && state.edit === null;
  const shared = { scroller, rowHeight, columns, widths, frozen };
  return (
    <>
      {slot && <i className={sheet.slot} style={{ top: slot.edge * rowHeight, ...(slot.under && { left: 40 + slot.under.level * 20 }) }} aria-hidden />}
      {columnSlot !== null && <i className={styles.columnSlot} style={{ left: columnSlot }} aria-hidden />}
      {cells && (rect || fills) && <BlockMarks {...shared} rect={cells} look={rect ? "frame" : "bare"} handle={fills === true} />}
      <NewAbove scroller={scroller} lines={lines} indexOf={state.indexOf} folded={settings.collapsed} rowHeight={rowHeight} scrollTo={scrollTo} />
      {filling && <BlockMarks {...shared} rect={filling} look="dashed" />}
      <ConfirmDialog
        open={asking !== null}
        title={plural(asked?.count ?? 0, { one: "Create # option?", other: "Create # options?" })}
        text={asked?.text}
        confirm={t`Create and paste`}
        cancel={t`Paste the rest`}
        onConfirm={() => asked?.answer(true)}
        onCancel={() => asked?.answer(false)}
      />
    </>
  );
}
