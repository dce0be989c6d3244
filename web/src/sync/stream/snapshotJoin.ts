import type { Change, ScopeKind, SnapshotHead, SnapshotLine, WelcomeScope } from "@/wire/generated";
import type { SnapshotAnswer } from "../connection/nodeApi";
import { plainRow, type Cursors, type Replica } from "../replica/replica";
import { emptyTables, isRowKind, type RowKind, type Rows } from "../tables/tables";
import { pageSchema } from "./schema";

/**
 * Decides whether to resume from the cursors, or to fetch a snapshot of all scopes. A snapshot is needed if the node
 * cannot resume one of the scopes (RS2), if a scope has another epoch, or if the person has lost a scope.
 */
export function resumePlanOf(scopes: readonly WelcomeScope[], cursors: Cursors): "delta" | "snapshot" {
  const named = new Set(scopes.map(({ scope }) => scope));
  const lost = Object.keys(cursors).some((scope) => !named.has(scope));
  const resumable = scopes.every(
    ({ scope, epoch, resume }) => resume === "delta" && cursors[scope]?.epoch === epoch,
  );
  return !lost && resumable && scopes.length > 0 ? "delta" : "snapshot";
}

/** RS4: True if a snapshot is behind the seqs that `welcome` names, or of another epoch. Such a snapshot is not used. */
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
  const homes: Record<string, string> = {};
  let scope: string | null = null;
  for await (const batch of answer.batches) {
    for (const line of batch) {
      const { id } = line.data;
      if (typeof id !== "string") continue;
      if (isScopeLine(line)) scope = id;
      else if (take(tables, line, id) && scope !== null && scope !== workspaceId) homes[id] = scope;
    }
  }
  const of = (wanted: ScopeKind) => scopes.find(({ kind }) => kind === wanted)?.scope;
  if (head.workspace) {
    const { id } = head.workspace;
    tables.workspace[id] = head.workspace;
    const commons = of("commons");
    if (commons) homes[id] = commons;
  }
  const kinds = Object.fromEntries(scopes.map(({ scope, kind }) => [scope, kind]));
  return { workspaceId, schema: Math.min(pageSchema, head.schema ?? 0), cursors: head.cursors, kinds, tables, homes, shadows: {}, capabilities: null };
}

/** The rows of the snapshot of one scope, as changes. */
export async function rowsOfScope(answer: SnapshotAnswer): Promise<Change[]> {
  const rows: Change[] = [];
  const put = (entity: RowKind, data: Record<string, unknown>) => {
    if (typeof data.id === "string") rows.push({ op: "create", entity, id: data.id, data });
  };
  if (answer.head.workspace) put("workspace", { ...answer.head.workspace });
  for await (const batch of answer.batches) {
    for (const { entity, data } of batch) if (isRowKind(entity)) put(entity, data);
  }
  return rows;
}

/** True for the line that names the scope of the following rows. */
const isScopeLine = ({ entity }: SnapshotLine): boolean => (entity as string) === "scope";

/** Adds a row to the tables. Returns false for a kind that this build does not know. */
function take(tables: { [K in RowKind]: Record<string, Rows[K]> }, { entity, data }: SnapshotLine, id: string): boolean {
  if (!isRowKind(entity)) return false;
  (tables[entity] as Record<string, unknown>)[id] = plainRow(entity, data);
  return true;
}
