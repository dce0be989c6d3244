import { create } from "zustand";

/** A kind of results to which the palette can be limited. */
export type PaletteKind = "list" | "task" | "person" | "sprint" | "view" | "template";

/** The field whose values the palette offers, and the tasks that get the value. */
export interface PaletteValues {
  fieldId: string;
  ticketIds: readonly string[];
}

/** The surfaces that can lie over the whole app, one at a time. */
export type Overlay =
  | { kind: "palette"; query?: string; only?: PaletteKind; values?: PaletteValues }
  | { kind: "shortcuts" }
  /** The choice of the pages in the sidebar. */
  | { kind: "pages" }
  | { kind: "invite" }
  | { kind: "newLink" }
  | { kind: "import" }
  | { kind: "share"; listId: string }
  /** The settings of a list; of a new one in the group `groupId`, from the template `templateId`, if there is no `listId`. */
  | { kind: "listSettings"; listId?: string; groupId?: string; templateId?: string }
  /** Saves a task or a list as a template. */
  | { kind: "saveTemplate"; ticketId?: string; listId?: string }
  /** A template of a task to change, or a new one. */
  | { kind: "template"; templateId?: string }
  /** A group of lists to change, or a new one: inside `parentGroupId`, with the list `listId`. */
  | { kind: "group"; groupId?: string; parentGroupId?: string; listId?: string }
  /** The question until when a task is snoozed. */
  | { kind: "snooze"; ticketId: string }
  | { kind: "newTicket"; title?: string; listId?: string; statusId?: string; taskTypeId?: string; templateId?: string; private?: boolean };

/** The open overlay. Any component may set it, and the workspace screen shows it. */
export const useOverlay = create<{ overlay: Overlay | null }>(() => ({ overlay: null }));

export function openOverlay(overlay: Overlay): void {
  useOverlay.setState({ overlay });
}

export function closeOverlay(): void {
  useOverlay.setState({ overlay: null });
}
