import { later } from "@/lib/later";
import type { Done } from "./undoToasts";

/** The words of these toasts are no part of the first load. */
const toasts = later(() => import("./undoToasts"));

/** Shows a toast that says what was done. Its Undo calls `takeBack`, or undoes the last step if there is no `takeBack`. */
export function offerUndo(what: Done, count: number, takeBack?: () => void): void {
  void toasts.load().then(
    ({ tellDone }) => tellDone(what, count, takeBack),
    () => undefined,
  );
}
