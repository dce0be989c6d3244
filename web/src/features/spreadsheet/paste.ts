import type { Field } from "@/fields/field";
import type { Config } from "@/fields/options";
import { readText } from "@/fields/readText";
import type { Ticket, TicketPatch } from "@/wire/generated";

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
}

interface Target {
  /** The tickets from the active line downwards. */
  below: readonly Ticket[];
  /** The selected tickets, if the active one is among them: a single value is pasted into all of them. */
  ticked: readonly Ticket[];
  /** The columns from the active one to the right. */
  columns: readonly Pick<Field, "value" | "has">[];
}

/**
 * Lays a table over the cells: a single value into one cell or all selected rows, several values downwards and to the
 * right.
 */
export function pasteInto(config: Config, table: readonly (readonly string[])[], { below, ticked, columns }: Target): Pasted {
  const [first = []] = table;
  const alone = table.length === 1 && first.length === 1;
  const rows = alone ? (ticked.length > 0 ? ticked : below.slice(0, 1)) : below;
  const pasted: Pasted = { changes: [], cells: 0, unknown: [], beyond: 0 };
  const patches = new Map<string, TicketPatch>();
  for (const [index, texts] of (alone ? rows.map(() => first) : table).entries()) {
    const ticket = rows[index];
    if (!ticket) {
      pasted.beyond += texts.length;
      continue;
    }
    for (const [offset, text] of texts.entries()) {
      const column = columns[offset];
      const read = column === undefined ? "beyond" : column.has?.(ticket.lists) === false ? "unknown" : readText(column.value, config, ticket, text);
      if (read === "beyond") pasted.beyond += 1;
      else if (read === "unknown") pasted.unknown.push(text.trim());
      else if (read !== "same") {
        pasted.cells += 1;
        patches.set(ticket.id, { ...patches.get(ticket.id), ...read });
      }
    }
  }
  pasted.changes = [...patches].map(([ticketId, patch]) => ({ ticketId, patch }));
  return pasted;
}
