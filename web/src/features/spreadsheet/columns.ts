import { fieldById, type Field, type FieldId, type With } from "@/fields/field";
import type { Widths } from "@/fields/arrange/settings";

/** A field with a column. */
export type Column = With<"column">;

/** The shown columns, in the order of the person. */
export const columnsOf = (fields: readonly Field[], shown: readonly FieldId[]): readonly Column[] =>
  shown.map((id) => fieldById(fields, id)).filter((field): field is Column => field?.column !== undefined);

/** The two columns that are always shown: the number, with the checkbox, and the title. */
export const NUMBER = 0;
export const NAME = 1;
export const FIRST = 2;

const numberWidth = 40;
const nameWidth = 280;

export const widthOf = ({ id, column }: Column, widths: Widths): number => widths[id] ?? column.width;

/** How many columns behind the title stay in sight when the sheet scrolls sideways. */
export const frozenCount = (columns: readonly Column[], frozen: FieldId | null): number => columns.findIndex(({ id }) => id === frozen) + 1;

/** The width of the title in pixels; undefined if the title takes the remaining width. Columns that are frozen behind it need to know where it ends. */
const titleWidth = (widths: Widths, frozen: number): number | undefined => widths.title ?? (frozen > 0 ? nameWidth : undefined);

/** The CSS tracks of every line. The title takes the remaining width, unless the person has resized it or has frozen more columns. */
export function tracks(columns: readonly Column[], widths: Widths, frozen = 0): string {
  const title = titleWidth(widths, frozen);
  const name = title === undefined ? [`minmax(${nameWidth}px, 1fr)`] : [`${title}px`];
  const rest = title === undefined ? [] : ["minmax(0, 1fr)"];
  return [`${numberWidth}px`, ...name, ...columns.map((column) => `${widthOf(column, widths)}px`), ...rest].join(" ");
}

/** The width below which the sheet scrolls sideways. */
export function leastWidth(columns: readonly Column[], widths: Widths): number {
  return columns.reduce((sum, column) => sum + widthOf(column, widths), numberWidth + (widths.title ?? nameWidth));
}

/** The CSS variable with the left edge of a frozen column, by its place behind the title. */
export const leftOf = (index: number): string => `--left-${index}`;

/** The CSS variables of the sheet: the tracks, the least width, and the left edges of the frozen columns. */
export function sheetVariables(columns: readonly Column[], widths: Widths, frozen: number): Record<string, string> {
  const edges = columns.slice(0, frozen).map((_, index): [string, string] => [leftOf(index), `${leastWidth(columns.slice(0, index), widths)}px`]);
  return { "--tracks": tracks(columns, widths, frozen), "--least": `${leastWidth(columns, widths)}px`, ...Object.fromEntries(edges) };
}
