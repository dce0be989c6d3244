import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from "react";
import { setShownOrder } from "@/actions/order";
import { setTarget } from "@/actions/target";
import { useMayAddIn } from "@/actions/useMay";
import { writeTickets } from "@/actions/writeTicket";
import type { Arranged } from "@/fields/arrange/arrange";
import type { Place } from "@/fields/arrange/place";
import { isFiltered, type Settings } from "@/fields/arrange/settings";
import { fieldById, type FieldId } from "@/fields/field";
import { NONE } from "@/fields/options";
import { DONE } from "@/fields/periods";
import { useFields, useFieldsIn } from "@/fields/registry";
import { useRowHeight } from "@/lib/density";
import { laterComponent, useUsable } from "@/lib/later";
import { useTroupe } from "@/sync/store";
import { columnsOf, FIRST, frozenCount, NAME, sheetVariables } from "./columns";
import { GridProvider, type Tools } from "./grid";
import { GroupLine } from "./GroupLine";
import { Head } from "./Head";
import { footBelow, headAbove, linesOf, linesOfKind, ticketIdsOf, type Line } from "./lines";
import { NewLine } from "./NewLine";
import { Row } from "./Row";
import styles from "./Spreadsheet.module.css";
import { drawnLines } from "./sight";
import { noParents, parentsFollower } from "./tree";
import type { InHand } from "./tools/SheetTools";
import { useFocusAfterPanel } from "./useFocusAfterPanel";
import { useGridKeys } from "./useGridKeys";
import { useGridPointer } from "./useGridPointer";
import { useGridState } from "./useGridState";
import { useOwnPresence } from "./useOwnPresence";
import { useRowKeys } from "./useRowKeys";
import { useSight } from "./useSight";

const SheetTools = laterComponent(async () => (await import("./tools/SheetTools")).SheetTools, { instead: () => null });
const FootLine = laterComponent(async () => (await import("./FootLine")).FootLine, { instead: () => null });

const nothingInHand: InHand = { ids: new Set(), group: null };
const flat = () => noParents;

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
  /** Opens the filter of a field. */
  onFilter: (field: FieldId) => void;
}

/** The tickets of a place as a grid: one line for each ticket, one tab stop. Only lines in sight are rendered. */
export function Spreadsheet({ name, place, arranged, settings, openId, hrefOf, onOpen, onSettings, onFilter }: SpreadsheetProps) {
  const { widths, group, collapsed, subtasks } = settings;
  const usable = useUsable((state) => state.usable);
  const fields = useFields();
  const here = useFieldsIn(place.listId);
  const columns = useMemo(() => columnsOf(here, settings.columns), [here, settings.columns]);
  const frozen = frozenCount(columns, settings.frozen);
  const parents = useTroupe(useMemo(() => (subtasks === "nested" ? parentsFollower(arranged.groups) : flat), [subtasks, arranged]));
  const tree = parents.size > 0;
  const showEmpty = fieldById(fields, group)?.group?.showEmpty === true;
  const rowHeight = useRowHeight();
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
        parents,
        totals: true,
      }),
    [arranged, collapsed, group, showEmpty, filtered, mayAdd, writing, parents],
  );
  const ticketIds = useMemo(() => ticketIdsOf(lines), [lines]);

  const tools = useRef<Tools>(null);
  const [inHand, setInHand] = useState(nothingInHand);
  const [menu, setMenu] = useState<number | null>(null);
  const heads = useMemo(() => linesOfKind(lines, "group"), [lines]);
  const feet = useMemo(() => linesOfKind(lines, "foot"), [lines]);
  // The sheet's own head covers the top of the window, and the head of the group in sight is below it.
  const { sight, scrollTo } = useSight({ scroller, lineHeight: rowHeight, above: heads.length > 0 ? rowHeight : 0, below: rowHeight });
  const state = useGridState({
    scroller,
    lines,
    columns: columns.length + FIRST,
    tools,
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
    const held = inHand.ids.size === 0 ? [] : lines.flatMap((line, at) => (line.kind === "ticket" && inHand.ids.has(line.ticketId) ? [at] : []));
    const kept = [activeLine, editLine, writingLine, headAbove(heads, sight.from), footBelow(feet, sight.to), ...held].filter((line) => line !== undefined);
    return drawnLines(sight, lines.length, kept);
  }, [sight, activeLine, editLine, writingLine, inHand, lines, heads, feet]);

  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
  const onKeyDown = useGridKeys({ state, lines, columns, page, onWrite: setWriting });
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
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it is a grid or a treegrid */}
      <div
        ref={scroller}
        // A mirrored layout does not mirror the grid, its arrow keys, its blocks or its frozen columns.
        dir="ltr"
        role={tree ? "treegrid" : "grid"}
        aria-label={name}
        aria-rowcount={lines.length + 1}
        aria-colcount={columns.length + FIRST}
        aria-multiselectable
        // One tab stop: the grid itself until a cell has had the focus.
        tabIndex={active === null ? 0 : -1}
        className={styles.sheet}
        style={sheetVariables(columns, widths, frozen) as CSSProperties}
        onFocus={(event) => {
          if (event.target === event.currentTarget && lines.length > 0) state.stand(firstOf(lines));
          else pointer.onFocus(event);
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) state.forgetFocus();
        }}
        onKeyDown={onKeyDown}
        onMouseDown={pointer.onMouseDown}
        onClick={pointer.onClick}
        onAuxClick={pointer.onAuxClick}
      >
        <div className={styles.inner}>
          <Head
            columns={columns}
            frozen={frozen}
            settings={settings}
            ticketIds={ticketIds}
            // The tools replace `nothingInHand` when they have loaded.
            resizable={inHand !== nothingInHand}
            menu={menu}
            onMenu={setMenu}
            onFilter={onFilter}
            onSettings={onSettings}
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
                    entered={inHand.group === line.groupId}
                    mayAdd={mayAdd && line.groupId !== DONE}
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
              if (line.kind === "foot") {
                const first = headAbove(heads, index) ?? 0;
                const ids = arranged.groups.find(({ id }) => id === line.groupId)?.ticketIds;
                return (
                  <Suspense key={line.key}>
                    {usable && ids && <FootLine ticketIds={ids} columns={columns} frozen={frozen} rowIndex={shared.rowIndex} top={first * rowHeight} reach={index - first + 1} />}
                  </Suspense>
                );
              }
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
                  frozen={frozen}
                  level={tree ? line.level : null}
                  closed={line.closed}
                  active={isActive ? active.column : null}
                  edit={edit?.key === line.key ? edit : null}
                  open={openId === line.ticketId}
                  ghost={inHand.ids.has(line.ticketId)}
                />
              );
            })}
            <Suspense>
              {usable && (
                <SheetTools
                  tools={tools}
                  scroller={scroller}
                  state={state}
                  lines={lines}
                  groups={arranged.groups}
                  columns={columns}
                  frozen={frozen}
                  settings={settings}
                  place={place}
                  rowHeight={rowHeight}
                  scrollTo={scrollTo}
                  say={say}
                  onSettings={onSettings}
                  onInHand={setInHand}
                  onMenu={setMenu}
                />
              )}
            </Suspense>
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
