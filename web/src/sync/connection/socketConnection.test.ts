import { describe, expect, it } from "vitest";
import type { ClientFrame } from "@/wire/generated";
import { expiryOf, SessionOver, type NodeApi } from "./nodeApi";
import { Clock, Ids } from "../platform/ids";
import { SocketConnection } from "./socketConnection";
import type { SocketHandlers } from "../platform/platform";
import { breathe, FakePlatform } from "../testing/platform";

function tokenUntil(seconds: number): string {
  return `h.${btoa(JSON.stringify({ exp: seconds }))}.s`;
}

/** A connection on a fake machine; `tokens` are handed out in turn. */
function setUp(tokens: (string | Error)[]) {
  const sent: ClientFrame[] = [];
  const asked: boolean[] = [];
  const refusals: (string | undefined)[] = [];
  let handlers: SocketHandlers | null = null;
  const platform = new FakePlatform((each) => {
    handlers = each;
    return { send: (text) => void sent.push(JSON.parse(String(text)) as ClientFrame), close: () => {} };
  });
  const nodeApi = {
    token: async (fresh: boolean, refusal?: string) => {
      asked.push(fresh);
      refusals.push(refusal);
      const token = tokens.shift() ?? "last";
      if (token instanceof Error) throw token;
      return token;
    },
  } as Partial<NodeApi> as NodeApi;
  const clock = new Clock(() => platform.now());
  const connection = new SocketConnection(platform, nodeApi, clock, {
    workspaceId: "w",
    cursors: () => ({ w: { epoch: "e", seq: 3 } }),
    received: () => {},
    receivedBytes: () => {},
    moved: () => {},
  });
  const welcome = async (serverTime = new Date(platform.now()).toISOString()) => {
    connection.handle({ on: "start" });
    await breathe();
    handlers?.opened();
    handlers?.received(JSON.stringify({ type: "welcome", serverTime, heartbeatMs: 10_000, limits: {}, scopes: [] }));
  };
  const hear = (frame: object) => handlers?.received(JSON.stringify(frame));
  return { connection, platform, clock, sent, asked, welcome, hear, end: (code: number, reason = "") => handlers?.closed(code, reason), refusals };
}

describe("the connection", () => {
  it("hs1: says hello before anything else, with its cursors", async () => {
    const { connection, sent, welcome } = setUp(["token"]);
    expect(connection.send({ type: "ping", n: 1 })).toBe(false);
    await welcome();
    expect(sent[0]).toMatchObject({ type: "hello", token: "token", workspace: "w", protocol: 1, cursors: { w: { seq: 3 } } });
    expect(connection.state.at).toBe("live");
  });

  it("hs4: renews the token before it runs out, also when only the node's heartbeat wakes it", async () => {
    const start = Date.UTC(2026, 0, 5) / 1000;
    const { platform, sent, welcome, asked, hear } = setUp([tokenUntil(start + 600), tokenUntil(start + 1200)]);
    await welcome();
    for (let seconds = 0; seconds < 540; seconds += 10) {
      platform.advance(10_000);
      hear({ type: "heads", heads: {} });
      await breathe();
    }
    expect(asked).toEqual([false, true]);
    expect(sent.filter((frame) => frame.type === "token")).toEqual([{ type: "token", token: tokenUntil(start + 1200) }]);
  });

  it("hs4: counts the end of a token by the node's clock", async () => {
    const start = Date.UTC(2026, 0, 5) / 1000;
    const { platform, welcome, asked, clock } = setUp([tokenUntil(start + 7200 + 60)]);
    await welcome(new Date(platform.now() + 7_200_000).toISOString());
    expect(clock.now() - platform.now()).toBe(7_200_000);
    platform.advance(10_000);
    await breathe();
    expect(asked).toEqual([false, true]);
  });

  it("by1: after 4401 it asks for a fresh token, and ends when the session is over", async () => {
    const { connection, asked, refusals, welcome, end } = setUp(["old", new SessionOver()]);
    await welcome();
    end(4401, "token_revoked");
    await breathe();
    expect(asked).toEqual([false, true]);
    expect(refusals, "with the reason of the node").toEqual(["", "token_revoked"]);
    expect(connection.state).toEqual({ at: "ended", reason: "signedOut" });
  });

  it("bp3: closes a connection that is silent for three heartbeats, and tries anew", async () => {
    const { connection, platform, sent, welcome } = setUp(["a", "b"]);
    await welcome();
    platform.advance(30_000);
    expect(connection.state.at).toBe("waiting");
    expect(sent.filter((frame) => frame.type === "ping").length).toBeGreaterThanOrEqual(2);
    platform.advance(30_000);
    await breathe();
    expect(platform.opened).toBe(2);
  });

  it("resumes after a frame that cannot be read", async () => {
    const { connection, welcome } = setUp(["a"]);
    await welcome();
    connection.handle({ on: "gap" });
    expect(connection.state).toMatchObject({ at: "authorizing", attempt: 1 });
  });

  it("does not heed a socket that it has left", async () => {
    const { connection, platform, welcome, end } = setUp(["a", "b"]);
    await welcome();
    const leave = end;
    connection.handle({ on: "gap" });
    await breathe();
    expect(platform.opened).toBe(2);
    connection.handle({ on: "stop" });
    leave(4403);
    expect(connection.state.at).toBe("idle");
  });
});

describe("ids", () => {
  it("are UUIDv7 by the node's clock, and grow within a millisecond", () => {
    const clock = new Clock(() => 1_000_000);
    clock.correct(new Date(5_000_000).toISOString());
    const ids = new Ids(clock);
    const made = Array.from({ length: 10_000 }, () => ids.next());
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
    expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(made[0]?.replaceAll("-", "").slice(0, 12)).toBe((5_000_000).toString(16).padStart(12, "0"));
  });

  it("go on growing when the clock is set back", () => {
    let now = 2_000_000;
    const ids = new Ids(new Clock(() => now));
    const before = ids.next();
    now = 1_000_000;
    expect(ids.next() > before).toBe(true);
  });

  it("reads when a token ends, and no nonsense", () => {
    expect(expiryOf(tokenUntil(42))).toBe(42_000);
    for (const text of ["", "a.b.c", "..", `h.${btoa("null")}.s`, `h.${btoa('{"exp":"x"}')}.s`]) expect(expiryOf(text)).toBeNull();
  });
});
