import type { SnapshotLine } from "@/wire/answers";
import type { SnapshotHead, Ticket, WelcomeScope } from "@/wire/generated";
import type { SnapshotAnswer } from "../connection/nodeApi";
import { plainRow, type Cursors, type Replica } from "../replica/replica";
import { isRowKind, type RowKind, type Rows, type Tables } from "../tables/tables";

/**
 * Whether the stream goes on from our cursors, or a snapshot is needed: one
 * scope that the node cannot resume (RS2), one of another epoch, or one that
 * we no longer have makes the whole replica anew. Never a partial recovery.
 */
export function resumePlanOf(scopes: readonly WelcomeScope[], cursors: Cursors): "delta" | "snapshot" {
  const named = new Set(scopes.map(({ scope }) => scope));
  const lost = Object.keys(cursors).some((scope) => !named.has(scope));
  const resumable = scopes.every(
    ({ scope, epoch, resume }) => resume === "delta" && cursors[scope]?.epoch === epoch,
  );
  return !lost && resumable && scopes.length > 0 ? "delta" : "snapshot";
}

/** RS4: a snapshot may not be behind what `welcome` named, nor of another epoch. */
export function isBehind(head: SnapshotHead, scopes: readonly WelcomeScope[]): boolean {
  return scopes.some(({ scope, epoch, seq }) => {
    const cursor = head.cursors[scope];
    return !cursor || cursor.epoch !== epoch || cursor.seq < seq;
  });
}

/** Reads a snapshot into a replica. */
export async function replicaFrom(
  answer: SnapshotAnswer,
  workspaceId: string,
  scopes: readonly WelcomeScope[],
): Promise<Replica> {
  const { head } = answer;
  const tables: { [K in RowKind]: Record<string, Rows[K]> } = {
    workspace: { [head.workspace.id]: head.workspace },
    member: {},
    status: {},
    list: {},
    label: {},
    ticket: {},
    link: {},
    import: {},
  };
  for await (const batch of answer.batches) for (const line of batch) take(tables, line);
  const kinds = Object.fromEntries(scopes.map(({ scope, kind }) => [scope, kind]));
  const personal = scopes.find(({ kind }) => kind === "personal")?.scope;
  const homes = personal ? homesIn(tables, personal) : {};
  return { workspaceId, cursors: head.cursors, kinds, tables, homes, shadows: {} };
}

function take(tables: { [K in RowKind]: Record<string, Rows[K]> }, { entity, data }: SnapshotLine): void {
  if (isRowKind(entity) && typeof data.id === "string") {
    (tables[entity] as Record<string, unknown>)[data.id] = plainRow(entity, data);
  }
}

/** Which rows live in the person's own scope: private tickets, their links, imports. */
function homesIn(tables: Tables, personal: string): Record<string, string> {
  const isPrivate = (ticket: Ticket | undefined) => ticket?.private === true;
  const own = [
    ...Object.values(tables.ticket).filter(isPrivate),
    ...Object.values(tables.link).filter((link) => isPrivate(tables.ticket[link.fromTicketId])),
    ...Object.values(tables.import),
  ];
  return Object.fromEntries(own.map((row) => [row.id, personal]));
}
