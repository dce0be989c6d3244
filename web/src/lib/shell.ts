import { create } from "zustand";

interface Shell {
  /** In the column: hidden by choice, and kept so. */
  collapsed: boolean;
  /** Over the content, where there is no room for a column. */
  overlaid: boolean;
  /** Where the content begins, in px: toasts come up there. */
  contentLeft: number;
}

const KEY = "troupe.sidebar";

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === "hidden";
  } catch {
    return false;
  }
}

/** Whether and how the sidebar shows. */
export const useShell = create<Shell>(() => ({ collapsed: kept(), overlaid: false, contentLeft: 0 }));

/** Whether there is room for the sidebar as a column; a panel beside it takes more. */
export function hasColumn(width: number, panelOpen: boolean): boolean {
  return width >= (panelOpen ? 1280 : 1024);
}

/** The button of every top bar: hides and shows the column, or brings the sidebar over the content. */
export function toggleSidebar(panelOpen = false): void {
  useShell.setState((shell) => {
    if (!hasColumn(window.innerWidth, panelOpen)) return { overlaid: !shell.overlaid };
    const collapsed = !shell.collapsed;
    try {
      localStorage.setItem(KEY, collapsed ? "hidden" : "shown");
    } catch {
      // It holds until the page is left.
    }
    return { collapsed };
  });
}

export function overlaySidebar(overlaid: boolean): void {
  useShell.setState({ overlaid });
}

export function setContentLeft(contentLeft: number): void {
  useShell.setState({ contentLeft });
}
