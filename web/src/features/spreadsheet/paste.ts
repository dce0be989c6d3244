import type { Field } from "@/fields/field";
import type { Config } from "@/fields/options";
import { folded, newNamesIn, readText, type Made } from "@/fields/readText";
import type { Ticket, TicketPatch } from "@/wire/generated";
import { joinPatches } from "./joinPatches";

/**
 * Reads rows and cells, as spreadsheets put them on the clipboard. A cell in quotes may contain line breaks and tabs.
 */
export function readTable(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  const clean = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  // Only a table has quoted cells: a sentence may begin with a quote.
  const isTable = /[\t\n]/.test(clean);
  for (let at = 0; at < clean.length; at += 1) {
    const char = clean[at] ?? "";
    if (quoted && char === '"' && clean[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (quoted && char === '"') quoted = false;
    else if (quoted) cell += char;
    else if (isTable && char === '"' && cell === "" && clean.indexOf('"', at + 1) > 0) quoted = true;
    else if (char === "\t") endCell();
    else if (char === "\n") {
      endCell();
      rows.push([]);
    } else cell += char;
  }
  endCell();
  return rows;
}

export interface Pasted {
  changes: { ticketId: string; patch: TicketPatch }[];
  /** Cells that take a new value. */
  cells: number;
  /** Texts that fitted no cell, as they were written. */
  unknown: string[];
  /** Rows of the clipboard below the last line, and cells beyond the last column. */
  beyond: number;
  /** Names that are not the names of options, in fields that can get new options. */
  missing: Missing[];
}

/** A field, and the names of the options that it lacks, as they were written first. */
export interface Missing {
  column: PasteColumn;
  names: string[];
}

export type PasteColumn = Pick<Field, "id" | "name" | "value" | "has">;

interface Target {
  /** The tickets from the active line downwards. */
  below: readonly Ticket[];
  /** The selected tickets, if the active one is among them: a single value is pasted into all of them. */
  ticked: readonly Ticket[];
  /** The columns from the active one to the right. */
  columns: readonly PasteColumn[];
  /** The options that are made together with the paste, by the id of their field. */
  made?: ReadonlyMap<string, Made>;
}

/**
 * Lays a table over the cells: a single value into one cell or all selected rows, several values downwards and to the
 * right.
 */
export function pasteInto(config: Config, table: readonly (readonly string[])[], { below, ticked, columns, made }: Target): Pasted {
  const [first = []] = table;
  const alone = table.length === 1 && first.length === 1;
  const rows = alone ? (ticked.length > 0 ? ticked : below.slice(0, 1)) : below;
  const pasted: Pasted = { changes: [], cells: 0, unknown: [], beyond: 0, missing: [] };
  const missing = new Map<PasteColumn, Map<string, string>>();
  const patches = new Map<string, TicketPatch>();
  for (const [index, texts] of (alone ? rows.map(() => first) : table).entries()) {
    const ticket = rows[index];
    if (!ticket) {
      pasted.beyond += texts.length;
      continue;
    }
    for (const [offset, text] of texts.entries()) {
      const column = columns[offset];
      const read = column === undefined ? "beyond" : column.has?.(ticket.lists) === false ? "unknown" : readText(column.value, config, ticket, text, made?.get(column.id));
      if (read === "beyond") pasted.beyond += 1;
      else if (read === "unknown") {
        pasted.unknown.push(text.trim());
        if (column && column.has?.(ticket.lists) !== false) note(missing, column, newNamesIn(column.value, config, text));
      } else if (read !== "same") {
        pasted.cells += 1;
        patches.set(ticket.id, joinPatches([patches.get(ticket.id) ?? {}, read]));
      }
    }
  }
  pasted.missing = [...missing].map(([column, names]) => ({ column, names: [...names.values()] }));
  pasted.changes = [...patches].map(([ticketId, patch]) => ({ ticketId, patch }));
  return pasted;
}

/** Notes the names that a column lacks. Names that differ in their letter case only are one name. */
function note(missing: Map<PasteColumn, Map<string, string>>, column: PasteColumn, names: readonly string[]): void {
  if (names.length === 0) return;
  const known = missing.get(column) ?? new Map<string, string>();
  missing.set(column, known);
  for (const name of names) if (!known.has(folded(name))) known.set(folded(name), name);
}
