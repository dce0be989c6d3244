import { later } from "@/lib/later";
import type { Done } from "./undoToasts";

/** The words of these toasts are no part of the first load. */
const toasts = later(() => import("./undoToasts"));

/** Tells what was done to tickets, and offers to take it back: with `takeBack`, or else as the last step of undo. */
export function offerUndo(what: Done, count: number, takeBack?: () => void): void {
  void toasts.load().then(
    ({ tellDone }) => tellDone(what, count, takeBack),
    () => undefined,
  );
}
