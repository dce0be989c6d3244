import { describe, expect, it } from "vitest";
import { arrivalOf, bannerTextOf, type ConnectionStatus } from "./words";

const now = Date.parse("2026-04-26T15:40:00");
const line = (more: Partial<ConnectionStatus> = {}): ConnectionStatus => ({
  connection: "offline",
  offlineSince: Date.parse("2026-04-26T15:38:00"),
  network: true,
  nextTryAt: now + 7_400,
  blocked: false,
  waiting: 3,
  durable: true,
  returning: false,
  ...more,
});

describe("what is said about the line", () => {
  it("is since when it is away, how many edits wait, and when it is tried again", () => {
    expect(bannerTextOf(line(), now)).toEqual({
      is: "unreachable",
      since: "15:38",
      edits: "3 edits are saved here and will sync when you reconnect.",
      next: "Retrying in 8 s",
    });
  });

  it("tells a browser without a network from a server that does not answer", () => {
    expect(bannerTextOf(line({ network: false }), now)).toMatchObject({ is: "offline", since: "15:38" });
    expect(bannerTextOf(line({ network: true }), now)).toMatchObject({ is: "unreachable", since: "15:38" });
  });

  it("counts one edit as one, and says so where it is not stored", () => {
    expect(bannerTextOf(line({ waiting: 1, durable: false }), now)).toMatchObject({
      edits: "1 edit is in this tab only. Keep the tab open: the edit will sync when you reconnect.",
    });
  });

  it("is nothing for a break of less than three seconds, and nothing while all is well", () => {
    expect(bannerTextOf(line({ offlineSince: now - 2_900 }), now)).toBeNull();
    expect(bannerTextOf(line({ connection: "live", offlineSince: null }), now)).toBeNull();
    expect(bannerTextOf(line({ connection: "ended" }), now)).toBeNull();
  });

  it("F-35 is that no sockets get through, and what waits for one", () => {
    const edits = "3 edits are saved here and will sync when you reconnect.";
    expect(bannerTextOf(line({ blocked: true }), now)).toEqual({ is: "blocked", edits, next: "Retrying in 8 s" });
    expect(bannerTextOf(line({ blocked: true, waiting: 0 }), now)).toMatchObject({ is: "blocked", edits: "" });
  });

  it("is how many edits are on their way once it is back, until they have arrived", () => {
    const back = line({ connection: "live", offlineSince: null, returning: true });
    expect(bannerTextOf(back, now)).toEqual({ is: "back", edits: "Sending 3 edits" });
    expect(bannerTextOf({ ...back, waiting: 0 }, now)).toBeNull();
  });
});

describe("what is said while a workspace does not come", () => {
  const since = now - 20_000;

  it("is nothing at first, and nothing once it is there", () => {
    expect(arrivalOf({ connection: "offline", offlineSince: now - 5_000, network: true, nextTryAt: null, blocked: false }, now)).toBeNull();
    expect(arrivalOf({ connection: "live", offlineSince: null, network: true, nextTryAt: null, blocked: false }, now)).toBeNull();
  });

  it("tells a browser without a network from a node that does not answer, that from one that is slow, and from a way that lets no sockets through", () => {
    const offline = { connection: "offline", offlineSince: since, network: true, nextTryAt: now + 2_500, blocked: false } as const;
    expect(arrivalOf(offline, now)).toEqual({ is: "away", next: "Retrying in 3 s" });
    expect(arrivalOf({ ...offline, network: false }, now)).toEqual({ is: "offline", next: "Retrying in 3 s" });
    expect(arrivalOf({ ...offline, blocked: true }, now)).toEqual({ is: "blocked", next: "Retrying in 3 s" });
    expect(arrivalOf({ connection: "connecting", offlineSince: since, network: true, nextTryAt: null, blocked: false }, now)).toEqual({ is: "slow", next: null });
  });
});
