import { setTarget, useTarget } from "./target";

/** The start of a range: the row that was last selected by itself. */
let from: string | null = null;

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The selection as a set, made once for each selection, because every row reads it. */
export function selectedSet(selected: readonly string[]): ReadonlySet<string> {
  const known = sets.get(selected) ?? new Set(selected);
  sets.set(selected, known);
  return known;
}

/** Tickets in the order of the view, each once: a ticket in two groups is still one ticket. */
function inOrder(chosen: ReadonlySet<string>, order: readonly string[]): string[] {
  const seen = new Set(order.filter((id) => chosen.has(id)));
  return [...seen, ...[...chosen].filter((id) => !seen.has(id))];
}

/** The rows between two rows, both included; only `to` if the other row is gone. */
export function rangeOf(order: readonly string[], start: string | null, to: string): string[] {
  const [a, b] = [start === null ? -1 : order.indexOf(start), order.indexOf(to)];
  if (a < 0 || b < 0) return [to];
  return order.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Selects a row or deselects it. With `range`, selects all rows from the last selected one. */
export function select(id: string, order: readonly string[], range = false): void {
  const chosen = new Set(useTarget.getState().selected);
  if (range) {
    for (const each of rangeOf(order, from, id)) chosen.add(each);
  } else {
    if (!chosen.delete(id)) chosen.add(id);
    from = id;
  }
  setTarget({ selected: inOrder(chosen, order) });
}

export function selectAll(order: readonly string[]): void {
  setTarget({ selected: [...new Set(order)] });
}

export function clearSelection(): void {
  from = null;
  if (useTarget.getState().selected.length > 0) setTarget({ selected: [] });
}
