import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { send, shortPatienceMs } from "./http";

/** The signal of the last call to a node that never answers. */
let signal: AbortSignal | null = null;

function silent(_: string, init: RequestInit): Promise<Response> {
  const given = init.signal ?? new AbortController().signal;
  signal = given;
  return new Promise((_, reject) => {
    const fail = () => reject(given.reason as Error);
    if (given.aborted) fail();
    given.addEventListener("abort", fail);
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", silent);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function stillWaits(call: Promise<unknown>, ms: number): Promise<boolean> {
  let settled = false;
  void call.then(
    () => (settled = true),
    () => (settled = true),
  );
  await vi.advanceTimersByTimeAsync(ms);
  return !settled;
}

describe("a call", () => {
  it("F-53 waits longer than a node takes at most, turns included, so that nothing slow is asked for twice", async () => {
    for (const [path, body] of [["/api/workspaces", { name: "Troupe" }], ["/api/workspaces/w/snapshot"]] as const) {
      const call = send(path, { body });
      expect(await stillWaits(call, 40_000)).toBe(true);
      expect(await stillWaits(call, 5000)).toBe(false);
      await expect(call).rejects.toMatchObject({ code: "unreachable" });
    }
  });

  it("F-53 is given up sooner where it is said", async () => {
    const call = send("/api/me", { patienceMs: shortPatienceMs });
    expect(await stillWaits(call, 12_000)).toBe(false);
  });

  it("is called off with the reason given, in engines that cannot join signals too", async () => {
    vi.stubGlobal("AbortSignal", Object.assign(() => undefined, { any: undefined }));
    const own = new AbortController();
    const call = send("/api/thing", { signal: own.signal });
    own.abort(new DOMException("over", "AbortError"));
    await expect(call).rejects.toThrow("over");
    await expect(send("/api/thing", { signal: own.signal })).rejects.toThrow("over");
  });

  it("is called off in the middle of its answer as well", async () => {
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
      void silent(path, init).catch(() => undefined);
      return Promise.resolve(new Response("{}"));
    });
    const own = new AbortController();
    await send("/api/thing", { signal: own.signal });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signal?.aborted).toBe(false);
    own.abort();
    expect(signal?.aborted).toBe(true);
  });
});
