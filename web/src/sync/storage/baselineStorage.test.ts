import "fake-indexeddb/auto";
import { afterEach, describe, expect, it } from "vitest";
import { ana, ben, ticket, workspaceId } from "../testing/rows";
import { BaselineStorage, type Baseline } from "./baselineStorage";
import { forgetStorage } from "./databases";

const baseline = (place: string, setOn = "2030-03-04"): Baseline => ({ place, setOn, dates: { [ticket(1).id]: ["2030-03-04", null] } });

afterEach(async () => {
  await Promise.all([ana, ben].map(forgetStorage));
  localStorage.clear();
});

describe("the baselines of a person", () => {
  it("are kept for each place, and the last one that was set stays", async () => {
    const storage = new BaselineStorage(ana, workspaceId);
    await storage.store(baseline("list"));
    await storage.store(baseline("all", "2030-03-05"));
    await storage.store(baseline("list", "2030-03-06"));
    expect([await storage.read("list"), await storage.read("all"), await storage.read("mine")]).toEqual([baseline("list", "2030-03-06"), baseline("all", "2030-03-05"), null]);
    await storage.drop("list");
    expect(await storage.read("list")).toBeNull();
  });

  it("of_5 are no other person's, and go when the person logs out", async () => {
    const storage = new BaselineStorage(ana, workspaceId);
    await storage.store(baseline("list"));
    expect(await new BaselineStorage(ben, workspaceId).read("list")).toBeNull();
    await forgetStorage(ana);
    expect(await storage.read("list")).toBeNull();
  });
});
