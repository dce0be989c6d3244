import { describe, expect, it } from "vitest";
import type { SnapshotLine } from "@/wire/generated";
import { id, ticket, workspace, workspaceId } from "../testing/rows";
import { replicaFrom } from "./snapshotJoin";

const own = "personal-ana";

/** The replica of a snapshot with these lines. */
async function replicaOf(...lines: { entity: string; data: { id: string } }[]) {
  async function* batches() {
    yield lines as unknown as SnapshotLine[];
  }
  const cursors = { [workspaceId]: { epoch: "e", seq: 7 }, [own]: { epoch: "e", seq: 3 } };
  const scopes = [
    { scope: workspaceId, kind: "workspace" as const, epoch: "e", seq: 7, resume: "snapshot" as const },
    { scope: own, kind: "personal" as const, epoch: "e", seq: 3, resume: "snapshot" as const },
  ];
  return replicaFrom({ head: { protocol: 1, cursors, workspace }, batches: batches() }, workspaceId, scopes);
}

describe("a snapshot", () => {
  it("leaves out the rows of a kind that this build does not know, and starts from the same cursors", async () => {
    const replica = await replicaOf({ entity: "comet", data: { id: id("9", 1) } }, { entity: "ticket", data: ticket(1) });
    expect(Object.keys(replica.tables)).not.toContain("comet");
    expect(Object.keys(replica.tables.ticket)).toEqual([ticket(1).id]);
    expect(replica.cursors[workspaceId]?.seq).toBe(7);
  });

  it("sc2: gives each row to the scope that the node names", async () => {
    const scope = (of: string) => ({ entity: "scope", data: { id: of } });
    const [shared, odd] = [ticket(1), ticket(2)];
    const rows = [scope(workspaceId), { entity: "ticket", data: shared }, scope(own), { entity: "ticket", data: odd }];
    const replica = await replicaOf(...rows);
    expect(replica.homes).toEqual({ [odd.id]: own });
    expect(Object.keys(replica.tables)).not.toContain("scope");
  });
});
