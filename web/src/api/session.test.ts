import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as Session from "./session";

const user = { id: "u1", email: "ada@troupe.example", firstname: "Ada", lastname: "", username: "ada", avatarUrl: null, department: "", designation: "", activeWorkspaceId: null };
const me = { user, workspaces: [] };

type Answer = { status: number; body: unknown };
const ok = (body: unknown): Answer => ({ status: 200, body });
const refused = (code: string, status = 401): Answer => ({ status, body: { error: { code, message: code } } });

let calls: string[];
let node: (path: string, bearer: string | null) => Answer | Promise<Answer>;
let session: typeof Session;

const endedBy = (code: string) => ({ status: "signedOut", reason: "ended", end: { userId: "u1", code, gone: false } });

/** A node that gives the tokens t1, t2, … and accepts only the last one. */
function givingTokens(expiresIn = 900) {
  let given = 0;
  return (path: string, bearer: string | null): Answer => {
    if (path === "/api/auth/refresh") return ok({ accessToken: `t${(given += 1)}`, expiresIn, user });
    return bearer === `Bearer t${given}` ? ok(path === "/api/me" ? me : { path }) : refused("token_expired");
  };
}

beforeEach(async () => {
  calls = [];
  localStorage.clear();
  vi.resetModules();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    calls.push(path);
    const bearer = new Headers(init.headers).get("authorization");
    const { status, body } = await node(path, bearer);
    return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
  });
  session = await import("./session");
});

describe("the session", () => {
  it("is restored through the cookie, and keeps the token out of storage", async () => {
    node = givingTokens();
    await session.restore();
    expect(session.useSession.getState()).toEqual({ status: "signedIn", ...me });
    expect(JSON.stringify({ ...localStorage })).not.toContain("t1");
  });

  it("is signed out where there is no cookie", async () => {
    node = () => refused("unauthenticated");
    await session.restore();
    expect(session.useSession.getState()).toEqual({ status: "signedOut", reason: "never" });
  });

  it("says that it has ended where there was one before", async () => {
    node = givingTokens();
    await session.restore();
    node = () => refused("refresh_reused");
    session.discardAccessToken();
    await expect(session.accessToken()).rejects.toMatchObject({ code: "refresh_reused" });
    expect(session.useSession.getState()).toEqual(endedBy("refresh_reused"));
  });

  it("F-52 tells the other tabs that the person logs out before it tells the node", async () => {
    node = givingTokens();
    await session.restore();
    const channel = new BroadcastChannel("troupe.session");
    const heard = new Promise((resolve) => channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => resolve(data)));
    let answer: (value: Answer) => void = () => undefined;
    node = () => new Promise((resolve) => (answer = resolve));
    const leaving = session.signOut();
    expect(await heard).toBe("signedOut");
    expect(session.useSession.getState().status).toBe("signedIn");
    answer(ok(null));
    await leaving;
    channel.close();
    expect(session.useSession.getState()).toEqual({ status: "signedOut", reason: "left" });
  });

  it("F-52 says nothing of an ended session to a person who has just logged out in another tab", async () => {
    node = givingTokens();
    await session.restore();
    let answer: (value: Answer) => void = () => undefined;
    node = () => new Promise((resolve) => (answer = resolve));
    session.discardAccessToken();
    const asked = session.accessToken().then(null, (thrown: unknown) => thrown);
    const channel = new BroadcastChannel("troupe.session");
    const left = new Promise<void>((resolve) => session.useSession.subscribe(() => resolve()));
    channel.postMessage("signedOut");
    await left;
    answer(refused("unauthenticated"));
    expect(await asked).toMatchObject({ code: "unauthenticated" });
    channel.close();
    expect(session.useSession.getState()).toEqual({ status: "signedOut", reason: "left" });
  });

  it("goes on with what is kept while the node is away", async () => {
    node = givingTokens();
    await session.restore();
    vi.resetModules();
    session = await import("./session");
    node = () => Promise.reject(new TypeError("fetch failed"));
    await session.restore();
    expect(session.useSession.getState()).toEqual({ status: "signedIn", ...me });
  });

  it("F-50 does without what is kept where that is nonsense", async () => {
    node = () => Promise.reject(new TypeError("fetch failed"));
    for (const nonsense of ['{"user"', "7", "null", '"ada"', "[]", '{"user":{}}', JSON.stringify({ user, workspaces: [null] })]) {
      localStorage.setItem("troupe.me", nonsense);
      await session.restore();
      expect(session.useSession.getState()).toEqual({ status: "signedOut", reason: "away" });
    }
  });

  it("F-52 is another's when the cookie is, and nothing is said in the new name that was asked in the old", async () => {
    node = givingTokens();
    await session.restore();
    const bob = { user: { ...user, id: "u2", email: "bob@troupe.example" }, workspaces: [] };
    const bearers: (string | null)[] = [];
    node = (path, bearer) => {
      if (path === "/api/auth/refresh") return ok({ accessToken: "bob's", expiresIn: 900, user: bob.user });
      if (path === "/api/me") return ok(bob);
      bearers.push(bearer);
      return bearer === "Bearer bob's" ? ok({}) : refused("token_expired");
    };
    session.discardAccessToken();
    await expect(session.request("/api/thing")).rejects.toMatchObject({ code: "conflict" });
    expect(bearers).toEqual([]);
    expect(session.useSession.getState()).toEqual({ status: "signedIn", ...bob });
    expect(await session.accessToken()).toBe("bob's");
  });

  it("F-52 gives out no token of the other account until the node has named its person", async () => {
    node = givingTokens();
    await session.restore();
    const bob = { user: { ...user, id: "u2", email: "bob@troupe.example" }, workspaces: [] };
    let answer: (value: Answer) => void = () => undefined;
    const asked = new Promise<void>((arrived) => {
      node = (path) => {
        if (path === "/api/auth/refresh") return ok({ accessToken: "bob's", expiresIn: 900, user: bob.user });
        arrived();
        return new Promise((resolve) => (answer = resolve));
      };
    });
    session.discardAccessToken();
    const first = session.accessToken().then(null, (thrown: unknown) => thrown);
    await asked;
    const second = session.accessToken().then(null, (thrown: unknown) => thrown);
    expect(session.useSession.getState()).toMatchObject({ user: { id: "u1" } });
    answer(ok(bob));
    expect(await first).toMatchObject({ code: "conflict" });
    expect(await second).toMatchObject({ code: "conflict" });
    expect(session.useSession.getState()).toEqual({ status: "signedIn", ...bob });
    expect(calls.filter((path) => path === "/api/auth/refresh")).toHaveLength(2);
  });

  it("F-52 gives it neither to who asked before and has logged out since", async () => {
    node = givingTokens();
    await session.restore();
    const bob = { user: { ...user, id: "u2", email: "bob@troupe.example" }, workspaces: [] };
    let answer: (value: Answer) => void = () => undefined;
    node = (path) => {
      if (path === "/api/me") return ok(bob);
      return path === "/api/auth/refresh" ? new Promise((resolve) => (answer = resolve)) : refused("unauthenticated");
    };
    session.discardAccessToken();
    const asked = session.accessToken().then(null, (thrown: unknown) => thrown);
    session.useSession.setState({ status: "signedOut", reason: "left" }, true);
    answer(ok({ accessToken: "bob's", expiresIn: 900, user: bob.user }));
    expect(await asked).toMatchObject({ code: "conflict" });
  });

  it("F-52 is not taken back by an answer about who was here before", async () => {
    node = givingTokens();
    await session.restore();
    let answer: (value: Answer) => void = () => undefined;
    node = () => new Promise((resolve) => (answer = resolve));
    const late = session.loadMe().then(null, (thrown: unknown) => thrown);
    await vi.waitFor(() => expect(calls.at(-1)).toBe("/api/me"));
    const bob = { status: "signedIn" as const, user: { ...user, id: "u2", createdAt: "2026-01-05T00:00:00Z" }, workspaces: [], instanceOwner: false };
    session.useSession.setState(bob, true);
    answer(ok(me));
    expect(await late).toMatchObject({ code: "conflict" });
    expect(session.useSession.getState()).toEqual(bob);
  });

  it("spends one refresh token for many callers at once", async () => {
    node = givingTokens();
    const tokens = await Promise.all([session.accessToken(), session.accessToken(), session.accessToken()]);
    expect(new Set(tokens)).toEqual(new Set(["t1"]));
    expect(calls.filter((path) => path === "/api/auth/refresh")).toHaveLength(1);
  });

  it("waits for another tab that is refreshing", async () => {
    node = givingTokens();
    let release = () => {};
    const elsewhere = new Promise<void>((resolve) => (release = resolve));
    const locks = { request: (_name: string, work: () => Promise<unknown>) => elsewhere.then(work) };
    vi.stubGlobal("navigator", { locks });
    const token = session.accessToken();
    await Promise.resolve();
    expect(calls).toEqual([]);
    release();
    expect(await token).toBe("t1");
    vi.unstubAllGlobals();
  });

  it("renews a token that is about to run out, before it does", async () => {
    node = givingTokens(20);
    expect(await session.accessToken()).toBe("t1");
    expect(await session.accessToken()).toBe("t2");
  });

  it("tries a call once more with a fresh token, and only once", async () => {
    node = givingTokens();
    await session.accessToken();
    let expired = true;
    const giving = node;
    node = (path, bearer) => {
      if (path !== "/api/thing" || !expired) return giving(path, bearer);
      expired = false;
      return refused("token_expired");
    };
    expect(await session.request("/api/thing")).toEqual({ path: "/api/thing" });
    expect(calls).toEqual(["/api/auth/refresh", "/api/thing", "/api/auth/refresh", "/api/thing"]);

    node = (path) => (path === "/api/thing" ? refused("token_revoked") : giving(path, null));
    await expect(session.request("/api/thing")).rejects.toMatchObject({ code: "token_revoked", status: 401 });
    expect(calls.filter((path) => path === "/api/thing")).toHaveLength(4);
  });

  it("F-53 gives up a call on a connection that is dead, and is no longer in the way of the next", async () => {
    vi.useFakeTimers();
    let dead = true;
    const answering = givingTokens();
    node = (path, bearer) => answering(path, bearer);
    const fetched = globalThis.fetch;
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
      if (!dead) return fetched(path, init);
      return new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))));
    });
    const failure = session.accessToken().then(null, (thrown: unknown) => thrown);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await failure).toMatchObject({ code: "unreachable" });
    dead = false;
    expect(await session.accessToken()).toBe("t1");
    vi.useRealTimers();
  });

  it("F-53 leaves one dead connection after another sooner, if the node has answered this page before", async () => {
    node = givingTokens(0);
    await session.restore();
    vi.useFakeTimers();
    vi.stubGlobal("fetch", (_: string, init: RequestInit) => new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")))));
    for (const seconds of [3, 6, 12, 12]) {
      let over = false;
      const failure = session.accessToken().then(null, (thrown: unknown) => {
        over = true;
        return thrown;
      });
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect(over).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(await failure).toMatchObject({ code: "unreachable" });
    }
    vi.useRealTimers();
  });

  it("of_5 ends here even where the node cannot be told, and at the node with the next start that reaches it", async () => {
    node = givingTokens();
    await session.restore();
    const away = () => Promise.reject(new TypeError("fetch failed"));
    node = away;
    await expect(session.signOut()).rejects.toMatchObject({ code: "unreachable" });
    expect(session.useSession.getState()).toEqual({ status: "signedOut", reason: "left" });
    expect(localStorage.getItem("troupe.me")).not.toContain("ada");
    const start = async () => {
      vi.resetModules();
      session = await import("./session");
      calls = [];
      await session.restore();
      return session.useSession.getState();
    };
    expect(await start()).toEqual({ status: "signedOut", reason: "away" });
    node = () => ok(null);
    expect(await start()).toEqual({ status: "signedOut", reason: "never" });
    expect(calls).toEqual(["/api/auth/sign-out"]);
    node = givingTokens();
    expect(await start()).toEqual({ status: "signedIn", ...me });
  });

  it("of_5 is the stored one if the node does not answer for three seconds, until the node says otherwise", async () => {
    node = givingTokens();
    await session.restore();
    vi.resetModules();
    session = await import("./session");
    vi.useFakeTimers();
    let answer: (value: Answer) => void = () => undefined;
    node = () => new Promise((resolve) => (answer = resolve));
    const restored = session.restore();
    await vi.advanceTimersByTimeAsync(2_900);
    expect(session.useSession.getState()).toEqual({ status: "unknown" });
    await vi.advanceTimersByTimeAsync(100);
    expect(session.useSession.getState()).toEqual({ status: "signedIn", ...me });
    answer(refused("refresh_revoked"));
    await restored;
    expect(session.useSession.getState()).toEqual(endedBy("refresh_revoked"));
    vi.useRealTimers();
  });
});
