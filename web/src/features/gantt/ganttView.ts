import { create } from "zustand";
import type { FieldId } from "@/fields/field";
import type { CascadeMode } from "@/fields/schedule/cascade";
import { status } from "@/fields/status";
import { KEPT } from "./baseline";
import { colourFields } from "./colours";
import { zooms, type Zoom } from "./scale";

/**
 * The days that parents show. `along`: those of their subtasks, which move along. `own`: their own. `ask`: those of their
 * subtasks, until the first move of a parent asks the person.
 */
export type ParentMode = "ask" | "along" | "own";

/** What followers do when a task runs into them. `ask`: the person is asked each time. */
export type FollowMode = CascadeMode | "ask";

/** How this person shows a place as a gantt. The browser keeps it for each place. */
export interface GanttSettings {
  zoom: Zoom;
  /** The width of the tree in pixels. */
  tree: number;
  /** The fields that the tree shows beside titles. */
  columns: readonly FieldId[];
  /** Whether dependencies are drawn. */
  arrows: boolean;
  mode: FollowMode;
  critical: boolean;
  /** Whether the tray of tasks without dates is open. */
  tray: boolean;
  /** The field that gives bars their colour. */
  colour: FieldId;
  parents: ParentMode;
  /** The baseline that is drawn: its id, or `KEPT` for the one that this browser keeps. Null for none. */
  baseline: string | null;
}

export const modes: readonly FollowMode[] = ["push", "keepGap", "off", "ask"];
const parentModes: readonly ParentMode[] = ["ask", "along", "own"];

export const narrowestTree = 120;
export const widestTree = 720;

const usual: GanttSettings = { zoom: "week", tree: 372, columns: [], arrows: true, mode: "push", critical: false, tray: true, colour: status.id, parents: "ask", baseline: KEPT };

/** Reads settings that another version of the app, or a person, may have written. */
export function readGantt(stored: unknown): GanttSettings {
  if (typeof stored !== "object" || stored === null) return usual;
  const { zoom, tree, columns, arrows, mode, critical, tray, colour, parents, baseline } = stored as Record<string, unknown>;
  return {
    zoom: zooms.find((each) => each === zoom) ?? usual.zoom,
    tree: typeof tree === "number" && tree >= narrowestTree && tree <= widestTree ? tree : usual.tree,
    columns: Array.isArray(columns) ? columns.filter((id): id is FieldId => typeof id === "string") : usual.columns,
    arrows: arrows !== false,
    mode: modes.find((each) => each === mode) ?? usual.mode,
    critical: critical === true,
    tray: tray !== false,
    colour: colourFields.find((each) => each === colour) ?? usual.colour,
    parents: parentModes.find((each) => each === parents) ?? usual.parents,
    // Earlier versions of the app stored a boolean: whether the baseline of this browser is shown.
    baseline: typeof baseline === "string" ? baseline : baseline === false || baseline === null ? null : KEPT,
  };
}

/** The functions of the shown chart that the toolbar calls. */
export interface ChartTools {
  today(): void;
  fit(): void;
  /** Some steps closer, around the middle of the window. */
  zoom(steps: number): void;
  zoomTo(zoom: Zoom): void;
}

interface GanttView {
  /** The key under which the settings are kept; null before a chart was shown. */
  key: string | null;
  settings: GanttSettings;
  tools: ChartTools | null;
}

/** The settings of the chart that is shown. The chart and the tools in the toolbar share them. */
export const useGanttView = create<GanttView>(() => ({ key: null, settings: usual, tools: null }));

function kept(key: string): GanttSettings {
  try {
    return readGantt(JSON.parse(localStorage.getItem(key) ?? "null"));
  } catch {
    return usual;
  }
}

/** Shows the settings that this browser keeps under the key. */
export function openGantt(key: string): void {
  if (useGanttView.getState().key !== key) useGanttView.setState({ key, settings: kept(key) });
}

export function changeGantt(patch: Partial<GanttSettings>): void {
  const { key, settings } = useGanttView.getState();
  const next = { ...settings, ...patch };
  useGanttView.setState({ settings: next });
  if (key === null) return;
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Storage is denied: the settings last until the page is left.
  }
}
