import { plural, t } from "@lingui/core/macro";
import { mayOn } from "@/actions/rights";
import { changeTickets } from "@/actions/tickets";
import { undo, useTroupe } from "@/sync/store";
import { tell, tellRefusal } from "@/ui/Toast";
import { fill, type FillColumn } from "./fill";

/** The most rows of one undo step. */
const most = 700;

/** Copies values from row to row as one undo step, and tells what was left out. */
export function fillCells(pairs: readonly { from: string; to: string }[], columns: readonly FillColumn[]): void {
  if (pairs.length > most) return tellRefusal(t`You can fill up to ${most} rows at once.`);
  const state = useTroupe.getState();
  const rows = pairs.flatMap(({ from, to }) => {
    const [source, target] = [state.tickets[from], state.tickets[to]];
    return source && target ? [{ from: source, to: target }] : [];
  });
  const allowed = rows.filter(({ to }) => mayOn(state, "editTickets", [to]));
  if (rows.length > 0 && allowed.length === 0) return tellRefusal(t`Nothing was filled: your role doesn't allow changing these tasks.`);
  const { changes, cells, left } = fill(state, allowed, columns);
  const refused = rows.length - allowed.length;
  const said = [
    ...(left > 0 ? [plural(left, { one: "# cell can't take the value.", other: "# cells can't take the value." })] : []),
    ...(refused > 0 ? [plural(refused, { one: "Your role doesn't allow changing # task.", other: "Your role doesn't allow changing # tasks." })] : []),
  ];
  if (changes.length > 0) void changeTickets(changes, plural(cells, { one: "filling # cell", other: "filling # cells" }));
  if (said.length > 0) tellRefusal([plural(cells, { one: "Filled # cell.", other: "Filled # cells." }), ...said].join(" "));
  else if (cells > 1) tell({ text: plural(cells, { one: "Filled # cell", other: "Filled # cells" }), action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
}
