import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from "react";
import { setShownOrder } from "@/actions/order";
import { setTarget } from "@/actions/target";
import { useMayAddIn } from "@/actions/useMay";
import { writeTickets } from "@/actions/writeTicket";
import type { Arranged } from "@/fields/arrange/arrange";
import type { Place } from "@/fields/arrange/place";
import { isFiltered, MANUAL, type Settings } from "@/fields/arrange/settings";
import { fieldById } from "@/fields/field";
import { NONE } from "@/fields/options";
import { useFields, useFieldsIn } from "@/fields/registry";
import { later, retryFailed } from "@/lib/later";
import { columnsOf, FIRST, leastWidth, NAME, tracks } from "./columns";
import { GridProvider } from "./grid";
import { GroupLine } from "./GroupLine";
import { Head } from "./Head";
import { headAbove, headsOf, linesOf, ticketIdsOf, type Line } from "./lines";
import { NewLine } from "./NewLine";
import { Row } from "./Row";
import styles from "./Spreadsheet.module.css";
import { drawnLines } from "./sight";
import { useColumnWidths } from "./useColumnWidths";
import { useFocusAfterPanel } from "./useFocusAfterPanel";
import { useGridKeys } from "./useGridKeys";
import { useGridPaste } from "./useGridPaste";
import { useGridPointer } from "./useGridPointer";
import { useGridState } from "./useGridState";
import { useOwnPresence } from "./useOwnPresence";
import { useCarriedRows } from "./useCarriedRows";
import { useRowKeys } from "./useRowKeys";
import { useSight } from "./useSight";

const rowHeight = 32;
/** Explains a drop without effect. No page needs this code before the page is usable. */
const sorting = later(async () => (await import("@/actions/sorted")).tellSorted);

export interface SpreadsheetProps {
  name: string;
  place: Place;
  arranged: Arranged;
  settings: Settings;
  /** The ticket that is open in the panel. */
  openId: string | null;
  hrefOf: (ticketKey: string) => string;
  onOpen: (ticketId: string) => void;
  onSettings: (patch: Partial<Settings>) => void;
}

/** The tickets of a place as a grid: one line for each ticket, one tab stop. Only lines in sight are rendered. */
export function Spreadsheet({ name, place, arranged, settings, openId, hrefOf, onOpen, onSettings }: SpreadsheetProps) {
  const { widths, group, collapsed, sort, descending } = settings;
  const fields = useFields();
  const here = useFieldsIn(place.listId);
  const columns = useMemo(() => columnsOf(here, settings.columns), [here, settings.columns]);
  const showEmpty = fieldById(fields, group)?.group?.showEmpty === true;
  const scroller = useRef<HTMLDivElement>(null);
  const [writing, setWriting] = useState<string | null>(null);
  const filtered = isFiltered(settings);
  const mayAdd = useMayAddIn(place) && !filtered;
  const lines = useMemo(
    () =>
      linesOf({
        groups: arranged.groups,
        folded: collapsed,
        headless: group === NONE,
        showEmpty: showEmpty && !filtered,
        mayAdd,
        writing,
      }),
    [arranged, collapsed, group, showEmpty, filtered, mayAdd, writing],
  );
  const ticketIds = useMemo(() => ticketIdsOf(lines), [lines]);

  const { rows, carriedIds: inHand, slot, highlightedGroup } = useCarriedRows({
    scroller,
    head: rowHeight,
    rowHeight,
    lines,
    groups: arranged.groups,
    groupBy: group,
    place,
    ordered: sort === MANUAL && !descending,
    onSorted: () => void sorting.load().then((tellSorted) => tellSorted(settings, place, onSettings), retryFailed),
  });
  const pulling = useColumnWidths({ sheet: scroller, columns, widths, onWidths: (next) => onSettings({ widths: next }) });
  const heads = useMemo(() => headsOf(lines), [lines]);
  // The sheet's own head covers the top of the window, and the head of the group in sight is below it.
  const { sight, scrollTo } = useSight({ scroller, lineHeight: rowHeight, above: heads.length > 0 ? rowHeight : 0, below: rowHeight });
  const state = useGridState({
    scroller,
    lines,
    columns: columns.length + FIRST,
    rows,
    hrefOf,
    onOpen,
    onFold: (id) => onSettings({ collapsed: collapsed.includes(id) ? collapsed.filter((each) => each !== id) : [...collapsed, id] }),
    scrollTo,
    onWrite: setWriting,
  });
  const { active, edit, grid, indexOf } = state;
  const [said, say] = useState("");
  const activeLine = active === null ? undefined : indexOf.get(active.key);
  const editLine = edit === null ? undefined : indexOf.get(edit.key);
  const writingLine = writing === null ? undefined : indexOf.get(writing);

  // The focused cell stays in the DOM, however far it is scrolled away: otherwise the focus is lost. So do the row whose
  // title is edited, and dragged rows: a drag ends with its element.
  const drawn = useMemo(() => {
    const held = inHand.size === 0 ? [] : lines.flatMap((line, at) => (line.kind === "ticket" && inHand.has(line.ticketId) ? [at] : []));
    const kept = [activeLine, editLine, writingLine, headAbove(heads, sight.from), ...held].filter((line) => line !== undefined);
    return drawnLines(sight, lines.length, kept);
  }, [sight, activeLine, editLine, writingLine, inHand, lines, heads]);

  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
  const onKeyDown = useGridKeys({ state, lines, columns, widths: pulling, page, say, onWrite: setWriting });
  const onPaste = useGridPaste({ state, lines, columns });
  useRowKeys({ state, lines, openId });
  useOwnPresence(state, lines, columns, openId);
  useEffect(() => () => setTarget({ focused: null, hovered: null }), []);
  useFocusAfterPanel({ state, lines, openId, scroller });
  useEffect(() => {
    const line = openId === null ? -1 : lines.findIndex((each) => each.kind === "ticket" && each.ticketId === openId);
    if (line >= 0) scrollTo(line);
    // Runs once for each opened ticket, not whenever its line moves.
  }, [openId]); // oxlint-disable-line react/exhaustive-deps
  const { wantsFocus } = state;
  useLayoutEffect(() => {
    // A line that moves to another place loses the focus. Give it back.
    if (!wantsFocus.current || document.activeElement !== document.body) return;
    scroller.current?.querySelector<HTMLElement>('[data-line][tabindex="0"]')?.focus({ preventScroll: true });
  }, [lines, wantsFocus]);
  useEffect(() => {
    setShownOrder(ticketIds);
    return () => setShownOrder(null);
  }, [ticketIds]);

  const create = useCallback(
    (groupId: string, titles: readonly string[], first: boolean) => writeTickets(place, group, groupId, titles, first),
    [place, group],
  );
  const pointer = useGridPointer({ state, lines, columns, onOpen });

  return (
    <GridProvider value={grid}>
      <div
        ref={scroller}
        role="grid"
        aria-label={name}
        aria-rowcount={lines.length + 1}
        aria-colcount={columns.length + FIRST}
        aria-multiselectable
        // One tab stop: the grid itself until a cell has had the focus.
        tabIndex={active === null ? 0 : -1}
        className={styles.sheet}
        style={{ "--tracks": tracks(columns, widths), "--least": `${leastWidth(columns, widths)}px` } as CSSProperties}
        onFocus={(event) => {
          if (event.target === event.currentTarget && lines.length > 0) state.stand(firstOf(lines));
          else pointer.onFocus(event);
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) state.forgetFocus();
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onMouseDown={pointer.onMouseDown}
        onClick={pointer.onClick}
        onAuxClick={pointer.onAuxClick}
      >
        <div className={styles.inner}>
          <Head
            columns={columns}
            sort={sort}
            descending={descending}
            ticketIds={ticketIds}
            pulling={pulling}
            onSort={onSettings}
          />
          <div role="rowgroup" className={styles.body} style={{ height: lines.length * rowHeight }}>
            {drawn.map((index) => {
              const line = lines[index];
              if (!line) return null;
              const shared = { lineKey: line.key, groupId: line.groupId, span: columns.length + FIRST, rowIndex: index + 2, top: index * rowHeight };
              const isActive = active?.key === line.key;
              if (line.kind === "group")
                return (
                  <GroupLine
                    key={line.key}
                    {...shared}
                    by={group}
                    count={line.count}
                    folded={line.folded}
                    active={isActive}
                    entered={highlightedGroup === line.groupId}
                    mayAdd={mayAdd}
                    reach={(heads.find((head) => head > index) ?? lines.length) - index}
                  />
                );
              if (line.kind === "new")
                return (
                  <NewLine
                    key={line.key}
                    {...shared}
                    by={group}
                    first={line.first}
                    active={isActive}
                    writing={writing === line.key}
                    onWrite={setWriting}
                    onCreate={create}
                  />
                );
              return (
                <Row
                  key={line.key}
                  lineKey={line.key}
                  rowIndex={shared.rowIndex}
                  top={shared.top}
                  ticketId={line.ticketId}
                  groupId={line.groupId}
                  number={line.number}
                  columns={columns}
                  widths={widths}
                  active={isActive ? active.column : null}
                  edit={edit?.key === line.key ? edit : null}
                  open={openId === line.ticketId}
                  ghost={inHand.has(line.ticketId)}
                />
              );
            })}
            {slot && <i className={styles.slot} style={{ top: slot.edge * rowHeight }} aria-hidden />}
          </div>
        </div>
      </div>
      <p role="status" className={styles.hidden}>
        {said}
      </p>
    </GridProvider>
  );
}

function firstOf(lines: readonly Line[]) {
  const line = lines.findIndex(({ kind }) => kind === "ticket");
  return { line: Math.max(line, 0), column: NAME };
}
