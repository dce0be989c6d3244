import { withPart, type Field, type FieldId, type With } from "@/fields/field";
import type { Widths } from "@/fields/arrange/settings";

/** A field with a column. */
export type Column = With<"column">;

/** The shown columns, in their order. */
export const columnsOf = (fields: readonly Field[], shown: readonly FieldId[]): readonly Column[] =>
  withPart(fields, "column").filter(({ id }) => shown.includes(id));

/** The two columns that are always shown: the number, with the checkbox, and the title. */
export const NUMBER = 0;
export const NAME = 1;
export const FIRST = 2;

const numberWidth = 40;
const nameWidth = 280;

export const widthOf = ({ id, column }: Column, widths: Widths): number => widths[id] ?? column.width;

/** The CSS tracks of every line. The title takes the remaining width, unless the person has resized it. */
export function tracks(columns: readonly Column[], widths: Widths): string {
  const name = widths.title === undefined ? [`minmax(${nameWidth}px, 1fr)`] : [`${widths.title}px`];
  const rest = widths.title === undefined ? [] : ["minmax(0, 1fr)"];
  return [`${numberWidth}px`, ...name, ...columns.map((column) => `${widthOf(column, widths)}px`), ...rest].join(" ");
}

/** The width below which the sheet scrolls sideways. */
export function leastWidth(columns: readonly Column[], widths: Widths): number {
  return columns.reduce((sum, column) => sum + widthOf(column, widths), numberWidth + (widths.title ?? nameWidth));
}
