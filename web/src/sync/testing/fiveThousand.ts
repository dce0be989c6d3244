import type { Entry } from "../outbox/outbox";
import { emptyReplica, type Replica } from "../replica/replica";
import { ana, doing, id, list, ticket, workspaceId } from "./rows";
import { smallTables } from "./tab";

/** A replica of 5,000 tickets in one list. */
export function fiveThousand(): Replica {
  const rows = Array.from({ length: 5000 }, (_, n) =>
    ticket(n + 1, { lists: [{ listId: list(1).id, rank: `V${n.toString(36).padStart(4, "0")}1` }] }),
  );
  const tables = { ...smallTables(), ticket: Object.fromEntries(rows.map((row) => [row.id, row])) };
  return { ...emptyReplica(workspaceId), cursors: { [workspaceId]: { epoch: "e", seq: 0 } }, tables };
}

/** New titles for 200 tickets far apart, as one frame brings them. */
export const twoHundredEvents = Array.from({ length: 200 }, (_, n) => ({
  seq: n + 1,
  commandId: id("c", n),
  by: ana,
  at: "2026-01-05T10:00:00Z",
  changes: [{ op: "update" as const, entity: "ticket" as const, id: ticket(n * 20 + 1).id, data: { title: `t${n}` } }],
}));

/** Moves and changes of status of the first 20 tickets, sent and not answered. */
export const twentyWaiting: Entry[] = Array.from({ length: 20 }, (_, n) => ({
  id: id("e", n),
  command:
    n % 2 === 0
      ? { kind: "ticket.update", ticketId: ticket(n + 1).id, patch: { statusId: doing.id } }
      : { kind: "ticket.move", ticketId: ticket(n + 1).id, listId: list(1).id, after: ticket(n + 500).id },
  at: "2026-01-05T10:00:00Z",
  since: 0,
  state: { is: "sent", at: 0 },
  stored: true,
}));
