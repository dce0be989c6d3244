import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetStorage } from "../storage/databases";
import { ana, ben, workspaceId } from "../testing/rows";
import { copiesToDrop } from "./keepTexts";
import { hasStoredTexts, TextDatabase, unsentTexts } from "./textDatabase";
import type { StoredCopy } from "./textStorage";

const storage = new TextDatabase(ana, workspaceId);
const update = (key: string) => ({ key, copy: "e1", update: Uint8Array.of(1, 2) });
const copy = (ticketId: string): StoredCopy => ({ ticketId, copy: "e1", epoch: new Uint8Array(16).fill(1), state: Uint8Array.of(9), at: 5 });
const lost = { id: "l1", words: "Hello", code: "too_many" };

beforeEach(async () => {
  await forgetStorage(ana);
  localStorage.clear();
});

describe("tx8 the texts that a machine stores", () => {
  it("are a copy, the updates without an acknowledgement in order, and lost texts", async () => {
    await storage.append("t1", update("k2"), copy("t1"));
    await storage.append("t1", update("k1"), null);
    await storage.append("t10", update("k3"), null);
    await storage.addLost("t1", lost);
    expect(await storage.read("t1")).toEqual({ copy: copy("t1"), tail: [update("k1"), update("k2")], lost: [lost] });
    expect(await storage.unsent()).toEqual(["t1", "t10"]);
    await storage.settle({ ...copy("t1"), at: 6 }, ["k1", "k2"]);
    await storage.dropLost("t1", "l1");
    expect(await storage.read("t1")).toEqual({ copy: { ...copy("t1"), at: 6 }, tail: [], lost: [] });
    expect([await storage.unsent(), await storage.copies()]).toEqual([["t10"], [{ ticketId: "t1", at: 6 }]]);
  });

  it("tx11 go with the ticket, and lost texts stay if the person still sees it", async () => {
    for (const id of ["t1", "t2"]) {
      await storage.append(id, update("k1"), copy(id));
      await storage.addLost(id, lost);
    }
    await storage.drop("t1", false);
    await storage.drop("t2", true);
    expect(await storage.read("t1")).toEqual({ copy: null, tail: [], lost: [lost] });
    expect(await storage.read("t2")).toEqual({ copy: null, tail: [], lost: [] });
  });

  it("of5 are counted and deleted with the other data of the person, and of no other", async () => {
    expect(hasStoredTexts(ana, workspaceId)).toBe(false);
    const others = new TextDatabase(ben, workspaceId);
    await storage.append("t1", update("k1"), copy("t1"));
    await others.append("t1", update("k1"), copy("t1"));
    expect([hasStoredTexts(ana, workspaceId), await unsentTexts(ana)]).toEqual([true, 1]);
    await forgetStorage(ana);
    expect([await unsentTexts(ana), await unsentTexts(ben)]).toEqual([0, 1]);
    await forgetStorage(ben);
  });

  it("are bounded, and unsent ones are not counted", () => {
    const copies = Array.from({ length: 203 }, (_, at) => ({ ticketId: `t${at}`, at }));
    const tickets = Object.fromEntries(copies.slice(1).map(({ ticketId }) => [ticketId, {}]));
    expect(copiesToDrop(copies, new Set(["t1"]), tickets)).toEqual(["t0", "t2"]);
  });
});
