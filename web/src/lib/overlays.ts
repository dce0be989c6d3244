import { create } from "zustand";

/** The surfaces that can lie over the whole app, one at a time. */
export type Overlay =
  | { kind: "palette"; query?: string }
  | { kind: "shortcuts" }
  | { kind: "invite" }
  | { kind: "import" }
  | { kind: "share"; listId: string }
  | { kind: "newTicket"; title?: string; listId?: string; statusId?: string; private?: boolean };

/** The open overlay. Any component may set it, and the workspace screen shows it. */
export const useOverlay = create<{ overlay: Overlay | null }>(() => ({ overlay: null }));

export function openOverlay(overlay: Overlay): void {
  useOverlay.setState({ overlay });
}

export function closeOverlay(): void {
  useOverlay.setState({ overlay: null });
}
