import { createContext, useContext } from "react";
import type { WorkingDays } from "@/fields/schedule/calendar";
import type { Part } from "./dates";
import type { LinkEnd } from "./linkEnds";
import type { Axis } from "./scale";
import type { TreeColumn } from "./treeColumns";

/** What the rows of a chart share. It changes with the zoom, the working days and the columns of the tree. */
export interface Chart {
  axis: Axis;
  days: WorkingDays;
  /** The fields that the tree shows beside titles. */
  columns: readonly TreeColumn[];
  acts: ChartActs;
}

/** The functions that rows call. The object stays the same, so that rows do not render because of it. */
export interface ChartActs {
  takesFocus(): boolean;
  /** Makes a row the active one, and focuses its name or its bar. */
  stand(key: string, column: "name" | "bar", focus?: boolean): void;
  open(ticketId: string): void;
  hrefOf(ticketKey: string): string;
  fold(id: string): void;
  /** Opens the field for titles in the last row of a group; null closes it. */
  write(lineKey: string | null): void;
  tick(ticketId: string, range: boolean): void;
  /** Scrolls until the middle of the bar is in sight. */
  reveal(start: string, end: string): void;
  /** Begins to move a bar or one of its ends. */
  grab(event: PointerEvent, ticketId: string, part: Part): void;
  /** Begins to draw a bar for a ticket without dates. */
  draw(event: PointerEvent, ticketId: string): void;
  /** Begins to draw a link from an end of a bar. */
  pull(event: PointerEvent, ticketId: string, end: LinkEnd): void;
  /** The distance that the chart was scrolled to the right when it last moved sideways, and the width in which it is seen. */
  seen(): { left: number; width: number };
  onScroll(changed: () => void): () => void;
}

const ChartContext = createContext<Chart | null>(null);
export const ChartProvider = ChartContext.Provider;

export function useChart(): Chart {
  const chart = useContext(ChartContext);
  if (!chart) throw new Error("A row stands outside of a chart");
  return chart;
}
