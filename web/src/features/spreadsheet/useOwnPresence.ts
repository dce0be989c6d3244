import { useEffect } from "react";
import { enterPlace } from "@/actions/presence";
import { title } from "@/fields/title";
import { FIRST, NAME, type Column } from "./columns";
import type { Line } from "./lines";
import type { GridState } from "./useGridState";

const fieldAt = (column: number, columns: readonly Column[]): string | undefined =>
  (column === NAME ? title : columns[column - FIRST])?.key;

/** Reports the cell that this person is in. While a ticket is open, its panel reports instead. */
export function useOwnPresence(state: GridState, lines: readonly Line[], columns: readonly Column[], openId: string | null) {
  const { active, edit, indexOf } = state;
  const line = active === null ? undefined : lines[indexOf.get(active.key) ?? -1];
  const ticketId = line?.kind === "ticket" ? line.ticketId : undefined;
  const field = active === null || ticketId === undefined ? undefined : fieldAt(active.column, columns);
  const editing = edit !== null;
  const silent = openId !== null;
  useEffect(() => {
    if (silent || ticketId === undefined) return undefined;
    return enterPlace({ ticketId, ...(field !== undefined && { field }), state: editing ? "editing" : "viewing" });
  }, [silent, ticketId, field, editing]);
}
