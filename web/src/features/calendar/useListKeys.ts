import { useState, type FocusEvent, type KeyboardEvent } from "react";
import { setTarget } from "@/actions/target";

/**
 * The keys of a list of tasks with one tab stop: arrows, Home and End move, Enter opens. `reveal` scrolls to a row. `stop` is
 * the row of the tab stop; `focused` is the row that the keys have moved to, which takes the focus. `placeOf` gives the place of the
 * task at a row, where the list has other rows, too.
 */
export function useListKeys(ticketIds: readonly string[], reveal: (index: number) => void, open: (ticketId: string) => void, placeOf: (row: number) => number = (row) => row) {
  const [at, setAt] = useState<{ index: number; moved: boolean }>({ index: 0, moved: false });
  const stop = Math.min(at.index, Math.max(0, ticketIds.length - 1));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if ((event.target as HTMLElement).tagName !== "ARTICLE" || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const last = ticketIds.length - 1;
    const places: Record<string, number> = { ArrowDown: stop + 1, ArrowUp: stop - 1, Home: 0, End: last };
    const next = places[event.key];
    const id = ticketIds[stop];
    if (event.key === "Enter" && id !== undefined) open(id);
    else if (next === undefined) return;
    else if (next >= 0 && next <= last) {
      reveal(next);
      setAt({ index: next, moved: true });
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const id = target.dataset.ticket;
    if (id === undefined) return;
    setTarget({ focused: id });
    const row = target.closest<HTMLElement>("[data-index]");
    const index = row ? placeOf(Number(row.dataset.index)) : ticketIds.indexOf(id);
    if (index >= 0 && index !== at.index) setAt({ index, moved: false });
  };
  return { stop, focused: at.moved ? stop : -1, onKeyDown, onFocus };
}
