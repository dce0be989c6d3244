import "fake-indexeddb/auto";
import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useSession, type SessionState } from "@/api/session";
import { dropAhead, readAhead, takeAhead } from "./readAhead";
import { databaseName, forgetStorage } from "./storage/databases";
import { IndexedDbStorage } from "./storage/indexedDbStorage";
import { openStorage } from "./storage/storage";
import { fiveThousand } from "./testing/fiveThousand";
import { ana, ben, workspace, workspaceId } from "./testing/rows";

const replica = fiveThousand();
const user = (id: string) => ({ id, email: "a@troupe.example", firstname: "A", lastname: "B", username: "ab", avatarUrl: null, department: "", designation: "", activeWorkspaceId: null });
const signedIn = (id: string, workspaces = [workspace]) => ({ status: "signedIn", user: user(id), workspaces, instanceOwner: false }) as unknown as SessionState;

beforeEach(async () => {
  useSession.setState({ status: "unknown" }, true);
  const storage = await openStorage(ana, workspaceId);
  await storage.saveReplica(replica);
  storage.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  (await takeAhead(workspaceId, ana))?.storage.close();
  await deleteDB(databaseName(ana, workspaceId));
  localStorage.clear();
});

describe("a stored workspace that is read before the session is known", () => {
  it("goes to the person whom the node names, once", async () => {
    readAhead(workspaceId, ana);
    useSession.setState(signedIn(ana), true);
    const ahead = await takeAhead(workspaceId, ana);
    expect((await ahead?.copy)?.tables).toEqual(replica.tables);
    expect(await takeAhead(workspaceId, ana)).toBeNull();
    ahead?.storage.close();
  });

  it.each<[string, SessionState]>([
    ["the session is over", { status: "signedOut", reason: "ended", end: { userId: ana, code: "refresh_revoked", gone: false } }],
    ["the person has logged out in another tab", { status: "signedOut", reason: "left" }],
    ["another person is signed in", signedIn(ben)],
    ["the person has lost the workspace", signedIn(ana, [])],
  ])("of_5 is dropped if %s, also if the person comes back later", async (_, session) => {
    const close = vi.spyOn(IndexedDbStorage.prototype, "close");
    readAhead(workspaceId, ana);
    useSession.setState(session, true);
    useSession.setState(signedIn(ana), true);
    expect(await takeAhead(workspaceId, ana)).toBeNull();
    await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1));
  });

  it("of5 is closed before the data of the person is deleted, so no database comes back", async () => {
    const close = vi.spyOn(IndexedDbStorage.prototype, "close");
    readAhead(workspaceId, ana);
    useSession.setState({ status: "signedOut", reason: "left" }, true);
    await dropAhead(ana);
    expect(close).toHaveBeenCalledTimes(1);
    await forgetStorage(ana);
    expect(await indexedDB.databases()).toEqual([]);
  });

  it.each([
    ["another workspace", "0190a000-0000-7000-8000-000000000009", ana],
    ["another person", workspaceId, ben],
  ])("is dropped if %s is opened", async (_, opened, userId) => {
    const close = vi.spyOn(IndexedDbStorage.prototype, "close");
    readAhead(workspaceId, ana);
    expect(await takeAhead(opened, userId)).toBeNull();
    await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1));
    expect(await takeAhead(workspaceId, ana)).toBeNull();
  });
});
