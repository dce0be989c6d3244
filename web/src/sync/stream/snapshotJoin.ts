import type { SnapshotHead, SnapshotLine, WelcomeScope } from "@/wire/generated";
import type { SnapshotAnswer } from "../connection/nodeApi";
import { plainRow, type Cursors, type Replica } from "../replica/replica";
import { personalRows } from "../kinds/kinds";
import { emptyTables, isRowKind, type RowKind, type Rows } from "../tables/tables";
import { schema } from "./schema";

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

/** Reads a snapshot into a replica. Rows of a kind that this build does not know are left out. */
export async function replicaFrom(
  answer: SnapshotAnswer,
  workspaceId: string,
  scopes: readonly WelcomeScope[],
): Promise<Replica> {
  const { head } = answer;
  const tables: { [K in RowKind]: Record<string, Rows[K]> } = structuredClone(emptyTables);
  tables.workspace[head.workspace.id] = head.workspace;
  for await (const batch of answer.batches) for (const line of batch) take(tables, line);
  const kinds = Object.fromEntries(scopes.map(({ scope, kind }) => [scope, kind]));
  const personal = scopes.find(({ kind }) => kind === "personal")?.scope;
  const homes = personal ? Object.fromEntries(personalRows(tables).map((id) => [id, personal])) : {};
  return { workspaceId, schema: Math.min(schema, head.schema ?? 0), cursors: head.cursors, kinds, tables, homes, shadows: {} };
}

function take(tables: { [K in RowKind]: Record<string, Rows[K]> }, { entity, data }: SnapshotLine): void {
  if (isRowKind(entity) && typeof data.id === "string") {
    (tables[entity] as Record<string, unknown>)[data.id] = plainRow(entity, data);
  }
}
