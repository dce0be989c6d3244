import { assignees } from "@/fields/assignees";
import { withPart, type Field, type FieldId, type With } from "@/fields/field";
import { changeGantt, narrowestTree, useGanttView, widestTree } from "./ganttView";

export type TreeColumn = With<"column">;

/** A wider column would leave no room for titles. */
const widest = 120;
/** The space between two columns. The style sheet has the same size. */
const gap = 6;

export const widthOfColumn = ({ column }: TreeColumn): number => Math.min(column.width, widest);

/** The fields that the tree may show beside titles. Assignees are always there. */
export const offeredColumns = (fields: readonly Field[]): readonly TreeColumn[] => withPart(fields, "column").filter(({ id }) => id !== assignees.id);

/** The chosen columns of the tree, in the order of the spreadsheet's columns. */
export const columnsOf = (fields: readonly Field[], chosen: readonly FieldId[]): readonly TreeColumn[] => offeredColumns(fields).filter(({ id }) => chosen.includes(id));

export const within = (width: number): number => Math.round(Math.min(Math.max(width, narrowestTree), widestTree));

/** Adds a column to the tree or takes it away. The tree becomes wider or narrower, so that titles keep their room. */
export function toggleColumn(field: TreeColumn): void {
  const { columns, tree } = useGanttView.getState().settings;
  const isShown = columns.includes(field.id);
  const by = widthOfColumn(field) + gap;
  changeGantt({ columns: isShown ? columns.filter((id) => id !== field.id) : [...columns, field.id], tree: within(tree + (isShown ? -by : by)) });
}
