import { plural, t } from "@lingui/core/macro";
import { may } from "@/actions/rights";
import { sendAsking } from "@/actions/moving";
import { commandsFor } from "@/actions/tickets";
import { mayNowOn } from "@/actions/useMay";
import { folded, type Made } from "@/fields/readText";
import { isChoice } from "@/fields/value";
import { newId, useTroupe } from "@/sync/store";
import { tell, tellRefusal } from "@/ui/Toast";
import { listed } from "@/words/i18n";
import type { Command } from "@/wire/generated";
import { pasteInto, readTable, type Missing, type PasteColumn } from "./paste";
import { tiled } from "./tools/block";

/** The most lines of one undo step. */
const most = 300;

interface Into {
  /** The tickets from the active line downwards, and the selected ones if the active one is among them. */
  below: readonly string[];
  ticked: readonly string[];
  /** The columns from the active one to the right. */
  columns: readonly PasteColumn[];
  /** The size of the block of cells that is chosen, if there is one: a smaller table fills it. */
  block?: { rows: number; columns: number } | null;
}

/** The question whether options that a pasted text names shall be made. */
export interface NewOptions {
  count: number;
  /** The new names and their fields, for people. */
  text: string;
  answer: (yes: boolean) => void;
}

/**
 * Pastes a text into cells as one undo step, and tells which parts did not fit. If the text names options that do not
 * exist, `ask` asks once whether to make them; people who may not make them are told what was left out.
 */
export function pasteCells(text: string, { below, ticked, columns, block }: Into, ask: (question: NewOptions) => void): void {
  const read = readTable(text);
  const table = block ? tiled(read, block.rows, block.columns) : read;
  if (table.length > most) return tellRefusal(t`You can paste up to ${most} rows at once.`);
  const ticketsOf = (ids: readonly string[]) => ids.flatMap((id) => useTroupe.getState().tickets[id] ?? []);
  const paste = (made?: ReadonlyMap<string, Made>) =>
    pasteInto(useTroupe.getState(), table, { below: ticketsOf(below), ticked: ticketsOf(ticked), columns, ...(made && { made }) });
  const pasted = paste();
  const makable = pasted.missing.filter(({ column }) => mayMake(column));
  if (makable.length === 0) return send(pasted, []);
  ask({
    count: makable.reduce((sum, { names }) => sum + names.length, 0),
    text: listed(makable.map(({ column, names }) => `${column.name()}: ${quoted(names)}`)),
    answer(yes) {
      // The tasks may have changed since the question.
      if (!yes) return send(paste(), []);
      const { commands, made } = newOptions(makable);
      send(paste(made), commands);
    },
  });
}

function mayMake({ value }: PasteColumn): boolean {
  const takes = isChoice(value) ? value.options.makes?.takes : undefined;
  return takes !== undefined && may(useTroupe.getState().capabilities, takes);
}

/** The commands that make the options, and their ids by field and name. */
function newOptions(missing: readonly Missing[]): { commands: Command[]; made: ReadonlyMap<string, Made> } {
  const commands: Command[] = [];
  const made = new Map<string, Made>();
  for (const { column, names } of missing) {
    const makes = isChoice(column.value) ? column.value.options.makes : undefined;
    if (!makes) continue;
    const ids = names.map((name) => [name, newId()] as const);
    commands.push(...ids.map(([name, id]) => makes.command(id, name)));
    made.set(column.id, new Map(ids.map(([name, id]) => [folded(name), id])));
  }
  return { commands, made };
}

function send({ changes, cells, unknown, beyond }: ReturnType<typeof pasteInto>, before: readonly Command[]): void {
  if (!mayNowOn("editTickets", changes.map(({ ticketId }) => ticketId))) return tellRefusal(t`Nothing was pasted: your role doesn't allow changing these tasks.`);
  if (changes.length > 0) void sendAsking([...before, ...commandsFor(changes)], { label: plural(cells, { one: "pasting into # cell", other: "pasting into # cells" }) });
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
