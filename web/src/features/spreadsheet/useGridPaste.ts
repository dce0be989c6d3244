import { plural, t } from "@lingui/core/macro";
import type { ClipboardEvent } from "react";
import { listed } from "@/words/i18n";
import { selectedSet } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { changeTickets } from "@/actions/tickets";
import type { Column } from "./columns";
import { title } from "@/fields/words";
import { useTroupe } from "@/sync/store";
import { tell, tellRefusal } from "@/ui/Toast";
import { FIRST, NUMBER } from "./columns";
import type { Line } from "./lines";
import { pasteInto, readTable } from "./paste";
import type { GridState } from "./useGridState";

/** As many lines as one step of undo is to hold. */
const most = 300;

interface Wanted {
  state: GridState;
  lines: readonly Line[];
  columns: readonly Column[];
}

/** What is pasted while a cell has the focus goes into it, and into those below and beside it. */
export function useGridPaste({ state, lines, columns }: Wanted) {
  return (event: ClipboardEvent<HTMLElement>) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[role="gridcell"]');
    const at = state.position();
    const line = at && lines[at.line];
    if (!cell || cell !== event.target || !at || line?.kind !== "ticket" || at.column === NUMBER) return;
    event.preventDefault();
    const table = readTable(event.clipboardData.getData("text/plain"));
    if (table.length > most) return tellRefusal(t`You can paste up to ${most} rows at once.`);

    const view = useTroupe.getState();
    const { selected } = useTarget.getState();
    const ticketsOf = (ids: readonly string[]) => ids.flatMap((id) => view.tickets[id] ?? []);
    const ids = lines.slice(at.line).flatMap((each) => (each.kind === "ticket" ? [each.ticketId] : []));
    const { changes, cells, unknown, beyond } = pasteInto(view, table, {
      below: ticketsOf([...new Set(ids)]),
      ticked: selectedSet(selected).has(line.ticketId) ? ticketsOf(selected) : [],
      columns: [title, ...columns].slice(at.column - FIRST + 1),
    });
    if (changes.length > 0) void changeTickets(changes, plural(cells, { one: "pasting into # cell", other: "pasting into # cells" }));
    const left = [
      ...(unknown.length > 0 ? [misfit(unknown.length, quoted(unknown))] : []),
      ...(beyond > 0 ? [plural(beyond, { one: "# value didn't fit.", other: "# values didn't fit." })] : []),
    ];
    if (left.length > 0) tellRefusal([plural(cells, { one: "Pasted into # cell.", other: "Pasted into # cells." }), ...left].join(" "));
    else if (cells > 1) tell({ text: plural(cells, { one: "Pasted into # cell", other: "Pasted into # cells" }) });
  };
}

const misfit = (count: number, texts: string) =>
  plural(count, { one: `${texts} isn't a valid value for its column.`, other: `${texts} aren't valid values for their columns.` });

/** A few of them by their words, the rest by their number. */
function quoted(texts: readonly string[]): string {
  const shown = [...new Set(texts)].slice(0, 2).map((text) => `“${text.length > 24 ? `${text.slice(0, 23)}…` : text}”`);
  const rest = texts.length - shown.length;
  return listed(rest > 0 ? [...shown, plural(rest, { one: "# other", other: "# others" })] : shown);
}
