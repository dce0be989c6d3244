import { boardOf, cardFields, foldedLane, foldsIn, hiddenColumn, limitsBy, showsEmptyColumns, showsEmptyLanes } from "@/fields/arrange/board";
import { columnsBy, lanesBy } from "@/fields/arrange/columns";
import { readSettings, wordOf, type Settings } from "@/fields/arrange/settings";
import type { Field } from "@/fields/field";
import { NONE, type Config } from "@/fields/options";
import { title } from "@/fields/title";
import { isChoice } from "@/fields/value";
import type { ViewKind } from "@/lib/paths";
import { isBlank, lineOf } from "@/lib/text";
import { same } from "@/sync/tables/tables";
import type { ViewDisplay } from "@/wire/generated";

/** The settings that the display of a view stores. */
export type InDisplay = Pick<Settings, "subtasks" | "frozen" | "widths" | "lanes" | "board" | "collapsed" | "find" | "openOnly">;

/** The longest search text that a view stores. The node has the same limit. */
const longestFind = 200;

const controls = /\p{Cc}/gu;

/** A search text as the node stores it. */
const findIn = (text: string): string => (isBlank(text) ? "" : [...lineOf(text.replace(controls, " "))].slice(0, longestFind).join("").trim());

/** True if a field makes a column or a lane with this id. Tickets can be columns too, but a view never names a ticket. */
const makes = (field: Field | undefined, id: string, config: Config): boolean =>
  field !== undefined && isChoice(field.value) && field.value.options.search === undefined && (id === NONE || field.value.options.find(config, id) !== undefined);

type Axes = Pick<Settings, "group" | "lanes">;

/** The collapsed and hidden columns and the collapsed lanes of this board. `collapsed` also contains groups of other fields, and tickets. */
function foldsOf(collapsed: readonly string[], axes: Axes, fields: readonly Field[], config: Config): string[] {
  const folded = foldsIn(collapsed);
  const of = (ids: readonly string[], field: Field | undefined) => ids.filter((id) => makes(field, id, config));
  const by = columnsBy(axes, fields);
  return [...of(folded.columns, by), ...of(folded.hidden, by).map(hiddenColumn), ...of(folded.lanes, lanesBy(axes, fields)).map(foldedLane)].toSorted();
}

/** The display that stores these settings. It leaves out what the view does not show: widths of hidden columns, and settings of a board with other columns or lanes. */
export function displayOf(settings: Settings, layout: ViewKind, fields: readonly Field[], config: Config): ViewDisplay {
  const { subtasks, frozen, columns, collapsed, find, openOnly } = settings;
  const board = boardOf(settings.board);
  const [by, laneBy] = [columnsBy(settings, fields), lanesBy(settings, fields)];
  const widths = Object.entries(settings.widths).filter(([id]) => id === title.id || columns.includes(id));
  const limits = Object.entries(by ? limitsBy(board, by.id) : {}).filter(([id]) => makes(by, id, config));
  const [card, usual] = [board, boardOf(null)].map((one) => cardFields(one, fields).map(({ id }) => id));
  return {
    subtasks,
    frozen: frozen !== null && columns.includes(frozen) ? frozen : null,
    widths: Object.fromEntries(widths.map(([id, width]) => [id, Math.round(width)])),
    lanes: laneBy ? wordOf(fields, laneBy.id) : null,
    board: {
      card: card === undefined || same(card, usual) ? null : card,
      emptyColumns: by && !showsEmptyColumns(board, by.id) ? { [by.id]: false } : {},
      emptyLanes: laneBy && showsEmptyLanes(board, laneBy.id) ? { [laneBy.id]: true } : {},
      limits: by && limits.length > 0 ? { [by.id]: Object.fromEntries(limits) } : {},
    },
    // All layouts share `collapsed`, but only on a board are collapsed groups part of a view.
    collapsed: layout === "kanban" ? foldsOf(collapsed, settings, fields, config) : [],
    find: findIn(find),
    openOnly,
  };
}

/** The settings of a page that shows a display. Collapsed groups that are not columns or lanes of the view, and orders of single columns, which no view stores, stay as they are in `own`. */
export function settingsIn(display: ViewDisplay, own: Pick<Settings, "group" | "collapsed" | "board">, layout: ViewKind, fields: readonly Field[], config: Config): InDisplay {
  const { subtasks, frozen, widths, lanes, board, openOnly } = readSettings(display, fields);
  const folds = new Set(foldsOf(own.collapsed, { group: own.group, lanes }, fields, config));
  const collapsed = layout === "kanban" ? [...own.collapsed.filter((id) => !folds.has(id)), ...display.collapsed] : own.collapsed;
  return { subtasks, frozen, widths, lanes, board: { ...boardOf(board), sorts: boardOf(own.board).sorts }, collapsed, find: display.find, openOnly };
}
