import { readDate } from "@/lib/typedDate";
import type { ColumnId } from "@/sync/arrange/settings";
import { labelsInOrder, listsInOrder, memberName, membersInOrder, statusesInOrder } from "@/sync/selectors";
import type { View } from "@/sync/types";
import { priorities, priorityNames } from "@/ui/vocabulary";
import type { SetPatch, Ticket, TicketPatch } from "@/wire/generated";

/** Rows and cells as spreadsheets put them on the clipboard; a cell in quotes may hold lines and tabs. */
export function readTable(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  const clean = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  // Only what is a table has quoted cells: a sentence may begin with a quote.
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

const folded = (text: string) => text.trim().toLocaleLowerCase();

function readSet(text: string, idOf: (name: string) => string | undefined): string[] | null {
  const names = text.split(",").map(folded).filter((name) => name !== "");
  const ids = names.map(idOf);
  return ids.every((id) => id !== undefined) ? [...new Set(ids as string[])] : null;
}

/** What turns one set into another. */
function setPatch(own: readonly string[], wanted: readonly string[]): SetPatch<string> | null {
  const add = wanted.filter((id) => !own.includes(id));
  const remove = own.filter((id) => !wanted.includes(id));
  return add.length + remove.length > 0 ? { add, remove } : null;
}

/** What a pasted text means for a cell: a patch, nothing new, or not a value of this column. */
export type Read = TicketPatch | "same" | "unknown";

export function readCell(view: View, ticket: Ticket, column: ColumnId | "title", text: string): Read {
  const typed = folded(text);
  switch (column) {
    case "title": {
      const title = text.replace(/\s+/g, " ").trim();
      if (title === "" || title.length > 500) return "unknown";
      return title === ticket.title ? "same" : { title };
    }
    case "status": {
      const status = statusesInOrder(view).find(({ name }) => folded(name) === typed);
      if (!status) return "unknown";
      return status.id === ticket.statusId ? "same" : { statusId: status.id };
    }
    case "priority": {
      const priority = priorities.find((each) => folded(priorityNames[each]) === typed);
      if (!priority && typed !== "") return "unknown";
      return (priority ?? null) === ticket.priority ? "same" : { priority: priority ?? null };
    }
    case "startDate":
    case "dueDate": {
      const date = typed === "" ? null : readDate(text);
      if (date === null && typed !== "") return "unknown";
      return date === ticket[column] ? "same" : { [column]: date };
    }
    case "assignees": {
      const people = membersInOrder(view);
      const ids = readSet(text, (name) => people.find((one) => folded(memberName(one)) === name || folded(one.username) === name)?.id);
      return asPatch("assigneesIds", ticket.assigneesIds, ids);
    }
    case "labels":
      return asPatch("labels", ticket.labels, readSet(text, (name) => labelsInOrder(view).find((one) => folded(one.name) === name)?.id));
    case "lists": {
      const ids = readSet(text, (name) => listsInOrder(view).find((one) => folded(one.name) === name)?.id);
      return asPatch("lists", ticket.lists.map(({ listId }) => listId), ids);
    }
    case "createdAt":
      return "unknown";
  }
}

function asPatch(field: "assigneesIds" | "labels" | "lists", own: readonly string[], ids: string[] | null): Read {
  if (ids === null) return "unknown";
  const patch = setPatch(own, ids);
  return patch ? { [field]: patch } : "same";
}

export interface Pasted {
  changes: { ticketId: string; patch: TicketPatch }[];
  /** Cells that take a new value. */
  cells: number;
  /** Texts that no cell took, as they were written. */
  unknown: string[];
  /** Rows of the clipboard below the last line, and cells beyond the last column. */
  beyond: number;
}

interface Target {
  /** The lines from the one that is stood on, downwards. */
  below: readonly Ticket[];
  /** The ticked ones, where the one that is stood on is among them: a single value goes into all of them. */
  ticked: readonly Ticket[];
  /** From the column that is stood on, to the right. */
  columns: readonly (ColumnId | "title")[];
}

/** Lays a table over the cells: one value into one cell or all ticked rows, several downwards and to the right. */
export function pasteInto(view: View, table: readonly (readonly string[])[], { below, ticked, columns }: Target): Pasted {
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
      const read = column === undefined ? "beyond" : readCell(view, ticket, column, text);
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
