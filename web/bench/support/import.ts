import { until } from "../../e2e/support/node";
import type { Person } from "../../e2e/support/person";
import type { Stage } from "../../e2e/support/stage";
import type { SnapshotLine } from "@/wire/generated";

/** An import of 100,000 rows takes about a minute. */
const PATIENCE_MS = 600_000;

/** Imports the rows of a table into a new workspace, and returns the list that they are in. The names of the columns are those of fields. */
export async function importList(
  { node }: Stage,
  person: Person,
  columns: Readonly<Record<string, string>>,
  rows: readonly string[],
): Promise<{ workspaceId: string; listId: string }> {
  const workspace = await person.makeWorkspace("Scrolling", "LONG");
  const file = { name: "long.csv", mimeType: "text/csv", buffer: Buffer.from([Object.keys(columns).join(), ...rows].join("\n")) };
  const { request } = person.context;
  // The log-in ends the session before it, so from here on, only its own token counts.
  const signedIn = await request.post("/api/auth/sign-in", { data: { email: person.email, password: person.password } });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const started = await request.post(`/api/workspaces/${workspace.id}/import`, { headers, multipart: { format: "csv", mapping: JSON.stringify(columns), file } });
  if (!started.ok()) throw new Error(await started.text());
  // Asking for the snapshot instead would keep the node busy.
  await until("the import has ended", async () => node.log().includes("an import ended"), PATIENCE_MS);
  const snapshot = await request.get(`/api/workspaces/${workspace.id}/snapshot`, { headers });
  if (!snapshot.ok()) throw new Error(`The snapshot answered ${snapshot.status()}`);
  const lines = (await snapshot.text()).trim().split("\n").map((line) => JSON.parse(line) as Partial<SnapshotLine>);
  const imported = lines.filter(({ entity }) => entity === "ticket").length;
  if (imported < rows.length) throw new Error(`${imported} of ${rows.length} rows were imported`);
  return { workspaceId: workspace.id, listId: lines.flatMap(({ entity, data }) => (entity === "list" && data?.name === "long" ? [String(data.id)] : [])).join() };
}
