import { useCallback, useMemo } from "react";
import type { Arranged } from "@/fields/arrange/arrange";
import { boardOf, cardFields, foldedLane, foldsIn, limitsBy, showsEmptyColumns, showsEmptyLanes, sortsBy } from "@/fields/arrange/board";
import { columnsBy, lanesBy } from "@/fields/arrange/columns";
import type { Place } from "@/fields/arrange/place";
import type { Settings } from "@/fields/arrange/settings";
import { NONE } from "@/fields/options";
import { useFields } from "@/fields/registry";
import { useConfig } from "@/fields/useOptions";
import { useTroupe } from "@/sync/store";
import { laner } from "./grid";
import { columnSorter } from "./sorts";

/** The columns and lanes of a board: those that are shown, those that are folded up or hidden, and the fields that make them. */
export function useGrid(arranged: Arranged, settings: Settings, place: Place) {
  const { group, lanes: laneField, collapsed, board: stored } = settings;
  const fields = useFields();
  const config = useConfig();
  const board = useMemo(() => boardOf(stored), [stored]);
  const axes = useMemo(() => ({ columns: columnsBy({ group }, fields), lanes: lanesBy({ group, lanes: laneField }, fields) }), [group, laneField, fields]);
  const sorts = useMemo(() => sortsBy(board, axes.columns?.id ?? NONE), [board, axes]);
  const inOrder = useMemo(() => columnSorter(sorts, place, fields, config), [sorts, place, fields, config]);
  const groups = useTroupe(useCallback((state) => inOrder(arranged.groups, state), [inOrder, arranged]));
  const { shown, columns, folded, hidden } = useMemo(() => {
    const keepsEmpty = !axes.columns || showsEmptyColumns(board, axes.columns.id);
    const away = foldsIn(collapsed).hidden;
    const shown = groups.filter(({ id, ticketIds }) => (keepsEmpty || ticketIds.length > 0) && !away.includes(id));
    return {
      shown,
      columns: shown.filter(({ id }) => !collapsed.includes(id)),
      folded: shown.filter(({ id }) => collapsed.includes(id)),
      hidden: groups.filter(({ id }) => away.includes(id)),
    };
  }, [groups, collapsed, axes, board]);
  const follow = useMemo(() => laner(axes.lanes), [axes]);
  const all = useTroupe(useCallback((state) => follow(columns, state), [follow, columns]));
  const foldedLanes = useMemo(() => new Set(all.flatMap(({ id }) => (collapsed.includes(foldedLane(id)) ? [id] : []))), [all, collapsed]);
  const lanes = useMemo(() => {
    const keepsEmpty = !axes.lanes || showsEmptyLanes(board, axes.lanes.id);
    return all.filter(({ count }) => keepsEmpty || count > 0);
  }, [all, axes, board]);
  /** The lanes whose cards are shown. */
  const open = useMemo(() => lanes.filter(({ id }) => !foldedLanes.has(id)), [lanes, foldedLanes]);
  const onCards = useMemo(() => cardFields(board, fields), [board, fields]);
  const limits = useMemo(() => limitsBy(board, axes.columns?.id ?? NONE), [board, axes]);
  return { board, axes, shown, columns, folded, hidden, lanes, open, foldedLanes, onCards, limits, sorts };
}
