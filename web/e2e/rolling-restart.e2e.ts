import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Clock, Ids } from "@/sync/platform/ids";
import { startCluster, type Cluster } from "./support/cluster";
import { until } from "./support/node";
import { replicaUser, type ReplicaUser, type Tab } from "./support/replica";

let cluster: Cluster;
let people: ReplicaUser[];
let workspaceId: string;

const ids = new Ids(new Clock());

beforeAll(async () => {
  cluster = await startCluster("workspace");
  people = [await replicaUser(cluster.url, "ada"), await replicaUser(cluster.url, "ben")];
  const [ada, ben] = people as [ReplicaUser, ReplicaUser];
  workspaceId = (await ada.call<{ id: string }>("/api/workspaces", { name: "Rolling" })).id;
  const { token } = await ada.call<{ token: string }>(`/api/workspaces/${workspaceId}/invitations`, {});
  await ben.call(`/api/invitations/${token}/accept`, {});
});
afterAll(() => cluster?.remove());

/** Repeats some work until stopped. Returns the number of successes, and the errors. */
function steadily(work: () => Promise<unknown>): () => Promise<{ done: number; faults: string[] }> {
  const state = { stopped: false };
  const faults: string[] = [];
  let done = 0;
  const running = (async () => {
    while (!state.stopped) {
      await work().then(
        () => (done += 1),
        (error: unknown) => faults.push(String(error)),
      );
      await new Promise((wake) => setTimeout(wake, 25));
    }
  })();
  return async () => {
    state.stopped = true;
    await running;
    return { done, faults };
  };
}

describe("HAProxy", () => {
  it("p01_passes the client's real address, whatever the client claims", async () => {
    const id = randomUUID();
    const forged = { "x-forwarded-for": "6.6.6.6", forwarded: "for=6.6.6.6", "x-request-id": id };
    const answer = await fetch(`${cluster.url}/api/me`, { headers: forged });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("x-request-id")).toBe(id);
    const line = () => cluster.log().split("\n").find((text) => text.includes(id) && text.includes("/api/me"));
    await until("a node has logged it", async () => line() !== undefined);
    expect(line()).toContain("127.0.0.1");
    expect(cluster.log()).not.toContain("6.6.6.6");
  });

  it("does not forward the nodes' figures", async () => {
    expect((await fetch(`${cluster.url}/metrics`)).status).toBe(404);
  });

  it("sends all users of a workspace to one node", async () => {
    const tabs = await Promise.all(people.map((person) => person.open(workspaceId)));
    for (const tab of tabs) await tab.quiet();
    const counts = await Promise.all(cluster.nodes.map((node) => cluster.figure(node, "troupe_sockets")));
    expect(counts.toSorted()).toEqual([0, 2]);
    for (const tab of tabs) tab.crash();
  });
});

describe("a rolling restart of both nodes under load", () => {
  it("f05_dr1_shows no error, and loses and doubles no edit", async () => {
    const tabs: Tab[] = await Promise.all(people.map((person) => person.open(workspaceId)));
    for (const tab of tabs) await tab.quiet();
    const written: string[] = [];
    const edits = tabs.map((tab, n) =>
      steadily(async () => {
        const name = `${n} ${randomUUID()}`;
        const answer = await tab.do({ kind: "label.create", labelId: ids.next(), name });
        if (!answer.ok) throw new Error(JSON.stringify(answer));
        written.push(name);
      }),
    );
    // The app's calls besides its socket: reads, and writes under an id.
    const calls = people.map((person) =>
      steadily(async () => {
        await person.call("/api/me");
        const name = `called ${randomUUID()}`;
        const command = { kind: "label.create", labelId: ids.next(), name };
        await person.call(`/api/workspaces/${workspaceId}/commands`, { id: ids.next(), command });
        written.push(name);
      }),
    );
    for (const node of cluster.nodes) {
      const before = written.length;
      await node.stop();
      await until("edits go on at the other node", async () => written.length > before + 20);
      await node.start();
      await cluster.serving(2);
    }
    for (const stop of [...edits, ...calls]) {
      const { done, faults } = await stop();
      expect(faults).toEqual([]);
      expect(done).toBeGreaterThan(20);
    }
    for (const tab of tabs) {
      await tab.quiet();
      expect(tab.state().refusals ?? []).toEqual([]);
    }
    const labels = async (person: ReplicaUser) =>
      Object.values((await person.truth(workspaceId)).label).map(({ name }) => name).sort();
    for (const person of people) expect(await labels(person)).toEqual([...written].sort());
  });
});
