import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as Session from "./session";

const user = { id: "u1", email: "ada@troupe.example", firstname: "Ada", lastname: "", username: "ada", avatarUrl: null, department: "", designation: "", activeWorkspaceId: null };
const ben = { ...user, id: "u2", email: "ben@troupe.example" };

type Answer = { status: number; body: unknown };
const refused = (code: string, field?: string): Answer => ({ status: 401, body: { error: { code, message: code, field } } });
const loggedIn = (who: typeof user) => (path: string): Answer => ({ status: 200, body: path === "/api/auth/refresh" ? { accessToken: `of ${who.id}`, expiresIn: 900, user: who } : { user: who, workspaces: [] } });

let node: (path: string) => Answer;
let session: typeof Session;

/** A page that starts anew. */
async function start(): Promise<void> {
  vi.resetModules();
  session = await import("./session");
  await session.restore();
}

beforeEach(async () => {
  localStorage.clear();
  vi.stubGlobal("fetch", async (path: string) => {
    const { status, body } = node(path);
    return new Response(status === 204 ? null : JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
  });
  node = loggedIn(user);
  await start();
});

const state = () => session.useSession.getState();
const endedBy = (code: string, gone = false) => ({ status: "signedOut", reason: "ended", end: { userId: "u1", code, gone } });

/** The next request of the page is refused, and then the refresh. */
async function isRefused(call: Answer, refresh: Answer): Promise<void> {
  node = (path) => (path === "/api/auth/refresh" ? refresh : call);
  await expect(session.request("/api/thing")).rejects.toMatchObject({ status: 401 });
}

describe("the end of a session", () => {
  it.each([
    ["ended from another device", refused("token_revoked"), refused("refresh_revoked"), endedBy("token_revoked")],
    ["ended while no token was in use", refused("token_expired"), refused("refresh_revoked"), endedBy("refresh_revoked")],
    ["expired", refused("token_expired"), refused("refresh_expired"), endedBy("refresh_expired")],
    ["of a deleted account", refused("token_revoked"), refused("refresh_revoked", "user"), endedBy("token_revoked", true)],
    ["without a cookie", refused("token_expired"), { status: 204, body: null }, endedBy("unauthenticated")],
  ])("keeps its reason: %s", async (_, call, refresh, expected) => {
    await isRefused(call, refresh);
    expect(state()).toEqual(expected);
    expect(session.sessionEnds()).toEqual([expected.end]);
    // A second request that was under way changes nothing.
    await session.accessToken().catch(() => undefined);
    expect(state()).toEqual(expected);
  });

  it("takes the reason of the socket, if the node has closed it", async () => {
    node = () => refused("refresh_revoked");
    session.discardAccessToken("token_revoked");
    await session.accessToken().catch(() => undefined);
    expect(state()).toEqual(endedBy("token_revoked"));
  });

  it("is told again by the next page, until the data of the person is deleted", async () => {
    await isRefused(refused("token_expired"), refused("refresh_expired"));
    node = () => ({ status: 204, body: null });
    await start();
    expect(state()).toEqual(endedBy("refresh_expired"));
    session.dropSessionEnd("u1");
    await start();
    expect(state()).toEqual({ status: "signedOut", reason: "never" });
  });

  it("of5: is over when the person returns, and not when another person comes", async () => {
    await isRefused(refused("token_revoked"), refused("refresh_revoked"));
    node = loggedIn(ben);
    await start();
    expect(session.sessionEnds().map(({ userId }) => userId)).toEqual(["u1"]);
    localStorage.setItem("troupe.me", "null");
    node = loggedIn(user);
    await start();
    expect(session.sessionEnds()).toEqual([]);
  });

  it("of5: comes too when another person logs in, so the data of the person before leaves the device", async () => {
    node = loggedIn(ben);
    session.discardAccessToken();
    await session.accessToken().catch(() => undefined);
    expect(state()).toMatchObject({ status: "signedIn", user: { id: "u2" } });
    expect(session.sessionEnds().map(({ userId }) => userId)).toEqual(["u1"]);
  });

  it("of5: is kept for each of several people", async () => {
    await isRefused(refused("token_revoked"), refused("refresh_revoked", "user"));
    node = loggedIn(ben);
    await start();
    await isRefused(refused("token_expired"), refused("refresh_expired"));
    expect(session.sessionEnds()).toEqual([
      { userId: "u1", code: "token_revoked", gone: true },
      { userId: "u2", code: "refresh_expired", gone: false },
    ]);
  });

  it("leaves the person alone who has logged in in another tab", async () => {
    const theirs = JSON.stringify({ user: ben, workspaces: [] });
    localStorage.setItem("troupe.me", theirs);
    await isRefused(refused("token_revoked"), refused("refresh_revoked"));
    expect([session.sessionEnds().map(({ userId }) => userId), localStorage.getItem("troupe.me")]).toEqual([["u1"], theirs]);
  });

  it("stays stored if the account was deleted, until its data is deleted", async () => {
    await isRefused(refused("token_revoked"), refused("refresh_revoked", "user"));
    node = loggedIn(user);
    await start();
    expect(session.sessionEnds()[0]?.gone).toBe(true);
  });

  it("is none if what is stored is nonsense", async () => {
    localStorage.clear();
    for (const nonsense of ["7", '"ada"', "{}", "{", '[7, null, {"userId":7,"code":"x"}]']) {
      localStorage.setItem("troupe.ended", nonsense);
      expect(session.sessionEnds()).toEqual([]);
    }
    node = () => refused("unauthenticated");
    await start();
    expect(state()).toEqual({ status: "signedOut", reason: "never" });
  });
});
