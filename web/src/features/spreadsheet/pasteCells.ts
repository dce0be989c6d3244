import { plural, t } from "@lingui/core/macro";
import { changeTickets } from "@/actions/tickets";
import { mayNowOn } from "@/actions/useMay";
import { useTroupe } from "@/sync/store";
import { tell, tellRefusal } from "@/ui/Toast";
import { listed } from "@/words/i18n";
import type { Column } from "./columns";
import { pasteInto, readTable } from "./paste";

/** The most lines of one undo step. */
const most = 300;

interface Into {
  /** The tickets from the active line downwards, and the selected ones if the active one is among them. */
  below: readonly string[];
  ticked: readonly string[];
  /** The columns from the active one to the right. */
  columns: readonly Pick<Column, "value" | "has">[];
}

/** Pastes a text into cells as one undo step, and tells which parts did not fit. */
export function pasteCells(text: string, { below, ticked, columns }: Into): void {
  const table = readTable(text);
  if (table.length > most) return tellRefusal(t`You can paste up to ${most} rows at once.`);
  const view = useTroupe.getState();
  const ticketsOf = (ids: readonly string[]) => ids.flatMap((id) => view.tickets[id] ?? []);
  const { changes, cells, unknown, beyond } = pasteInto(view, table, { below: ticketsOf(below), ticked: ticketsOf(ticked), columns });
  if (!mayNowOn("editTickets", changes.map(({ ticketId }) => ticketId))) return tellRefusal(t`Nothing was pasted: your role doesn't allow changing these tasks.`);
  if (changes.length > 0) void changeTickets(changes, plural(cells, { one: "pasting into # cell", other: "pasting into # cells" }));
  const left = [
    ...(unknown.length > 0 ? [misfit(unknown.length, quoted(unknown))] : []),
    ...(beyond > 0 ? [plural(beyond, { one: "# value didn't fit.", other: "# values didn't fit." })] : []),
  ];
  if (left.length > 0) tellRefusal([plural(cells, { one: "Pasted into # cell.", other: "Pasted into # cells." }), ...left].join(" "));
  else if (cells > 1) tell({ text: plural(cells, { one: "Pasted into # cell", other: "Pasted into # cells" }) });
}

const misfit = (count: number, texts: string) =>
  plural(count, { one: `${texts} isn't a valid value for its column.`, other: `${texts} aren't valid values for their columns.` });

/** Quotes the first few texts, and counts the rest. */
function quoted(texts: readonly string[]): string {
  const shown = [...new Set(texts)].slice(0, 2).map((text) => `“${text.length > 24 ? `${text.slice(0, 23)}…` : text}”`);
  const rest = texts.length - shown.length;
  return listed(rest > 0 ? [...shown, plural(rest, { one: "# other", other: "# others" })] : shown);
}
