import { describe, expect, it } from "vitest";
import { backoffMs } from "./backoff";
import { step, type Effect, type ConnectionEvent, type ConnectionState } from "./connectionState";

const moment = { now: 1_000_000, random: () => 0.5 };
const trying = { attempt: 0, refreshed: false, failedSockets: 0, blocked: false };
const live: ConnectionState = { ...trying, at: "live", since: 0, heartbeatMs: 15_000, lastFrameAt: moment.now, bye: null };
const fresh: ConnectionState = { ...live, since: moment.now - 1000 };

const after = (state: ConnectionState, ...events: ConnectionEvent[]): [ConnectionState, Effect[]] =>
  events.reduce<[ConnectionState, Effect[]]>(([at], event) => step(at, event, moment), [state, []]);
const does = (effects: Effect[]) => effects.filter((effect) => effect.do !== "cancel").map((effect) => effect.do);
const closed = (code: number): ConnectionEvent => ({ on: "closed", code });

describe("the life of the socket", () => {
  it("hs1: asks for a token, opens, says hello first, and is live with the welcome", () => {
    const [asking, first] = after({ at: "idle" }, { on: "start" });
    expect([asking.at, does(first)]).toEqual(["authorizing", ["authorize"]]);
    const [opening, second] = after(asking, { on: "token" });
    expect([opening.at, does(second)]).toEqual(["opening", ["open", "timer"]]);
    const [helloSent, third] = after(opening, { on: "opened" });
    expect([helloSent.at, does(third)]).toEqual(["helloSent", ["hello"]]);
    const [welcome] = after(helloSent, { on: "welcome", heartbeatMs: 15_000 });
    expect(welcome.at).toBe("live");
  });

  it("gives up on a node that does not answer hello", () => {
    const helloSent: ConnectionState = { ...trying, at: "helloSent" };
    const [next, effects] = after(helloSent, { on: "timer", timer: "handshake" });
    expect(next).toMatchObject({ at: "waiting", attempt: 1 });
    expect(does(effects)).toEqual(["close", "timer"]);
  });

  it.each<[string, ConnectionState, number, Partial<ConnectionState>]>([
    ["4401 refreshes the session and comes back", live, 4401, { at: "authorizing", refreshed: true }],
    ["4401 a second time ends it", { ...fresh, refreshed: true }, 4401, { at: "ended", reason: "signedOut" }],
    ["4401 after a steady connection refreshes again", { ...live, refreshed: true }, 4401, { at: "authorizing" }],
    ["4403 ends it: access is lost", live, 4403, { at: "ended", reason: "accessLost" }],
    ["4404 ends it: no such workspace", live, 4404, { at: "ended", reason: "notFound" }],
    ["4426 ends it until a reload", live, 4426, { at: "ended", reason: "reload" }],
    ["4413 resumes at once", live, 4413, { at: "authorizing", attempt: 1 }],
    ["4413 again and again backs off", { ...fresh, attempt: 3 }, 4413, { at: "waiting", attempt: 4 }],
    ["4400 is tried again", live, 4400, { at: "waiting" }],
    ["4400 three times in a row ends it", { ...fresh, attempt: 2 }, 4400, { at: "ended", reason: "protocol" }],
    ["4408 is tried again", live, 4408, { at: "waiting", attempt: 1 }],
    ["1012 without a bye is tried again", live, 1012, { at: "waiting", attempt: 1 }],
    ["1006 is tried again", live, 1006, { at: "waiting", attempt: 1 }],
  ])("by1: %s", (_, state, code, next) => {
    expect(after(state, closed(code))[0]).toMatchObject(next);
  });

  it("by1: 4401 asks for a fresh token, not for the one it had", () => {
    expect(after(live, closed(4401))[1]).toContainEqual({ do: "authorize", fresh: true });
  });

  it("by1: 4429 waits at least five seconds", () => {
    const [next] = after(live, closed(4429));
    expect(next).toMatchObject({ at: "waiting" });
    expect(next.at === "waiting" && next.until - moment.now).toBeGreaterThanOrEqual(5000);
  });

  it("dr1: after a bye it comes back when the node said", () => {
    const [next, effects] = after(live, { on: "bye", retryAfterMs: 1234 }, closed(1012));
    expect(next).toMatchObject({ at: "waiting", until: moment.now + 1234 });
    expect(effects).toContainEqual({ do: "timer", timer: "retry", ms: 1234 });
  });

  it("ev1: a gap resumes at once, and backs off when it stays", () => {
    const [first, effects] = after(live, { on: "gap" });
    expect(first).toMatchObject({ at: "authorizing", attempt: 1 });
    expect(does(effects)[0]).toBe("close");
    expect(after({ ...fresh, attempt: 1 }, { on: "gap" })[0]).toMatchObject({ at: "waiting" });
  });

  it("bp3: pings with each heartbeat and drops a connection that was silent for three", () => {
    const [quiet, effects] = after(live, { on: "timer", timer: "beat" });
    expect([quiet.at, does(effects)]).toEqual(["live", ["ping", "timer"]]);
    const silent: ConnectionState = { ...live, lastFrameAt: moment.now - 45_000 };
    expect(after(silent, { on: "timer", timer: "beat" })[0].at).toBe("waiting");
  });

  it("asks a doubtful connection for a sign of life, and drops it without one", () => {
    const [asked, effects] = after(live, { on: "offline" });
    expect([asked.at, does(effects)]).toEqual(["live", ["ping", "timer"]]);
    expect(after(asked, { on: "frame" })[1]).toContainEqual({ do: "cancel", timer: "pong" });
    expect(after(asked, { on: "timer", timer: "pong" })[0].at).toBe("waiting");
  });

  it("F-53 waits for no answer on a connection that slept longer than a node is patient, and is back at once", () => {
    const slept: ConnectionState = { ...live, lastFrameAt: moment.now - 45_000 };
    expect(after(slept, { on: "wake" })[0]).toMatchObject({ at: "authorizing", attempt: 1 });
    expect(after({ ...slept, since: moment.now - 1, attempt: 2 }, { on: "wake" })[0]).toMatchObject({ at: "waiting", attempt: 3 });
  });

  it("tries at once when the network or the person is back", () => {
    const waiting: ConnectionState = { ...trying, at: "waiting", attempt: 5, until: moment.now + 30_000 };
    expect(after(waiting, { on: "wake" })[0]).toMatchObject({ at: "authorizing", attempt: 5 });
  });

  it("waits when there is no token to be had, and ends when the session is over", () => {
    const asking: ConnectionState = { ...trying, at: "authorizing" };
    expect(after(asking, { on: "tokenFailed" })[0].at).toBe("waiting");
    expect(after(asking, { on: "tokenRefused" })[0]).toEqual({ at: "ended", reason: "signedOut" });
  });

  it("forgets earlier failures once a connection has held", () => {
    expect(after({ ...live, attempt: 7 }, closed(1006))[0]).toMatchObject({ attempt: 1 });
    expect(after({ ...fresh, attempt: 7 }, closed(1006))[0]).toMatchObject({ attempt: 8 });
  });

  it("F-45 ends until a reload where the node says over HTTP that it speaks another protocol", () => {
    for (const state of [{ ...trying, at: "authorizing" }, live] as const)
      expect(after(state, { on: "outdated" })[0]).toEqual({ at: "ended", reason: "reload" });
    expect(after({ at: "idle" }, { on: "outdated" })[0].at).toBe("idle");
  });

  it("stays where it ended, and starts anew when told", () => {
    const ended: ConnectionState = { at: "ended", reason: "signedOut" };
    expect(after(ended, { on: "wake" })[0]).toBe(ended);
    expect(after(ended, { on: "start" })[0].at).toBe("authorizing");
    expect(after(live, { on: "stop" })[0].at).toBe("idle");
  });
});

describe("F-35 a way that lets no sockets through", () => {
  const opening: ConnectionState = { ...trying, at: "opening" };
  const helloSent: ConnectionState = { ...trying, at: "helloSent" };

  it("is asked about when two sockets in a row were not answered, refused or swallowed", () => {
    const [once, effects] = after(opening, closed(1006));
    expect([once, does(effects)]).toMatchObject([{ at: "waiting", failedSockets: 1 }, ["close", "timer"]]);
    for (const [state, end] of [
      [{ ...opening, failedSockets: 1 }, closed(1006)],
      [{ ...opening, failedSockets: 1 }, { on: "timer", timer: "handshake" }],
      [{ ...helloSent, failedSockets: 1 }, { on: "timer", timer: "handshake" }],
      [{ ...helloSent, failedSockets: 1 }, closed(1002)],
    ] as const)
      expect(does(after(state, end)[1])).toEqual(["close", "timer", "probe"]);
  });

  it("is told from a node that is away by whether that answers otherwise, for as long as it does", () => {
    const waiting: ConnectionState = { ...trying, at: "waiting", failedSockets: 2, until: moment.now };
    const blocked = after(waiting, { on: "probed", answers: true })[0];
    expect(after(waiting, { on: "probed", answers: false })[0]).toMatchObject({ blocked: false });
    expect(after(blocked, { on: "wake" }, { on: "token" })[0]).toMatchObject({ at: "opening", blocked: true });
    expect(after(blocked, { on: "wake" }, { on: "tokenFailed" })[0]).toMatchObject({ failedSockets: 0, blocked: false });
    const opened = after(blocked, { on: "wake" }, { on: "token" }, { on: "opened" }, { on: "welcome", heartbeatMs: 1 });
    expect(opened[0]).toMatchObject({ at: "live", failedSockets: 0, blocked: false });
  });

  it("is not what a node means that closes with words of its own", () => {
    for (const code of [4400, 4401, 4408, 4413, 4429, 1012])
      expect(after({ ...helloSent, failedSockets: 2, blocked: true }, closed(code))[0]).toMatchObject({ failedSockets: 0, blocked: false });
    expect(after({ ...live, failedSockets: 0 }, closed(1006))[0]).toMatchObject({ failedSockets: 0 });
  });
});

describe("the back-off", () => {
  it("stays between half a second and thirty, whatever the chance", () => {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      for (const chance of [0, 0.25, 0.5, 0.999999]) {
        const ms = backoffMs(attempt, () => chance);
        expect(ms).toBeGreaterThanOrEqual(500);
        expect(ms).toBeLessThanOrEqual(30_000);
      }
    }
  });

  it("spreads over the whole range: full jitter", () => {
    expect(backoffMs(20, () => 0)).toBe(500);
    expect(backoffMs(20, () => 0.999999)).toBeGreaterThan(29_000);
    expect(backoffMs(3, () => 0.999999)).toBeLessThanOrEqual(4000);
  });

  it("is never shorter than what the node asked for", () => {
    expect(backoffMs(0, () => 0, 7000)).toBe(7000);
  });
});
