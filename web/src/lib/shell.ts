import { create } from "zustand";

interface Shell {
  /** True if the user hides the sidebar's column; remembered across visits. */
  collapsed: boolean;
  /** True if the sidebar lies over the content, where there is no space for a column. */
  overlaid: boolean;
  /** The width of the sidebar's column in px. */
  width: number;
}

const KEY = "troupe.sidebar";

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === "hidden";
  } catch {
    return false;
  }
}

export const WIDTH = "troupe.sidebar.width";
export const narrowest = 160;
export const widest = 400;
export const usualWidth = 200;

function keptWidth(): number {
  try {
    const width = Number(localStorage.getItem(WIDTH));
    return width >= narrowest && width <= widest ? width : usualWidth;
  } catch {
    return usualWidth;
  }
}

/** The state of the sidebar. */
export const useShell = create<Shell>(() => ({ collapsed: kept(), overlaid: false, width: keptWidth() }));

/** True if there is space for the sidebar as a column; a panel beside it needs more. */
export function hasColumn(width: number, panelOpen: boolean): boolean {
  return width >= (panelOpen ? 1280 : 1024);
}

/** The button of every top bar: hides or shows the column, or opens the sidebar over the content. */
export function toggleSidebar(panelOpen = false): void {
  useShell.setState((shell) => {
    if (!hasColumn(window.innerWidth, panelOpen)) return { overlaid: !shell.overlaid };
    const collapsed = !shell.collapsed;
    try {
      localStorage.setItem(KEY, collapsed ? "hidden" : "shown");
    } catch {
      // Without storage, the choice holds until the page is left.
    }
    return { collapsed };
  });
}

export function overlaySidebar(overlaid: boolean): void {
  useShell.setState({ overlaid });
}
