import "fake-indexeddb/auto";
import { openDB } from "idb";
import { beforeEach, describe, expect, it } from "vitest";
import { emptyReplica } from "../replica/replica";
import { ana, ben, id, ticket, workspaceId } from "../testing/rows";
import { TextDatabase } from "../texts/textDatabase";
import { BaselineStorage } from "./baselineStorage";
import { databaseName, databasesOf, forgetStorage } from "./databases";
import { deleteCopies } from "./deleteCopies";
import { DetailStorage } from "./detailStorage";
import type { StoredEntry } from "./outboxRecords";
import { openStorage } from "./storage";

const name = databaseName(ana, workspaceId);
const command = { kind: "ticket.update", ticketId: ticket(1).id, patch: { title: "not sent" } } as const;
const entry = (n: number, state: StoredEntry["state"]): StoredEntry => ({ id: id("c", n), command, at: "2026-01-05T00:00:00Z", since: 1, state, stored: true, owner: "gone" });
const copy = (ticketId: string) => ({ ticketId, copy: "e1", epoch: new Uint8Array(16).fill(1), state: Uint8Array.of(9), at: 5 });
const update = { key: "k1", copy: "e1", update: Uint8Array.of(1, 2) };

/** Stores a copy of the workspace, and these edits. */
async function stored(userId: string, edits: StoredEntry[]): Promise<void> {
  const storage = await openStorage(userId, workspaceId);
  await storage.put(edits);
  await storage.saveReplica(emptyReplica(workspaceId));
  storage.close();
}

async function counts(database: string): Promise<Record<string, number>> {
  const db = await openDB(database);
  const all = await Promise.all([...db.objectStoreNames].map(async (store) => [store, await db.count(store)] as const));
  db.close();
  return Object.fromEntries(all);
}

beforeEach(async () => {
  for (const userId of [ana, ben]) await forgetStorage(userId);
  localStorage.clear();
});

describe("of5 of a person whose session has ended, this machine", () => {
  it("keeps unsent edits, and nothing else", async () => {
    await stored(ana, [entry(1, { is: "waiting" }), entry(2, { is: "acked", scope: workspaceId, seq: 3, epoch: "e" })]);
    await new DetailStorage(ana, workspaceId).change([], []);
    await new BaselineStorage(ana, workspaceId).store({ place: "list", setOn: "2026-01-05" as never, dates: {} });
    await deleteCopies(ana);
    expect((await indexedDB.databases()).map((it) => it.name)).toEqual([name]);
    expect(await counts(name)).toEqual({ head: 0, outbox: 1, rows: 0 });
  });

  it("keeps the unsent changes of texts with the copy that they build on, and lost texts", async () => {
    const texts = new TextDatabase(ana, workspaceId);
    await texts.append("unsent", update, copy("unsent"));
    await texts.settle(copy("sent"), []);
    await texts.addLost("sent", { id: "l1", words: "Hello", code: "too_many" });
    await deleteCopies(ana);
    expect(await texts.read("unsent")).toEqual({ copy: copy("unsent"), tail: [update], lost: [] });
    expect(await texts.read("sent")).toMatchObject({ copy: null, lost: [{ words: "Hello" }] });
  });

  it("deletes whole databases if nothing is unsent, and leaves those of other people", async () => {
    await stored(ana, []);
    await new TextDatabase(ana, workspaceId).settle(copy("sent"), []);
    await stored(ben, []);
    await deleteCopies(ana);
    const left = (await indexedDB.databases()).map((it) => it.name);
    expect(left).toEqual([databaseName(ben, workspaceId)]);
    // Only their names are remembered, also in browsers that cannot list databases.
    expect((await databasesOf(ana)).length).toBeGreaterThan(0);
    await deleteCopies(ana);
    expect((await indexedDB.databases()).map((it) => it.name)).toEqual(left);
  });
});
