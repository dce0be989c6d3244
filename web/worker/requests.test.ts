import { describe, expect, it } from "vitest";
import { newestPage, sourceOf } from "./requests";

const origin = "https://troupe.example";
const files = new Set(["/", "/assets/base-1.js", "/theme.js", "/favicon.svg"]);
const source = (path: string, { method = "GET", mode = "cors" }: { method?: string; mode?: RequestMode } = {}) =>
  sourceOf({ method, mode, url: new URL(path, origin).href }, origin, files);

describe("of_1 the worker answers a request", () => {
  it("for a page of the app with the page", () => {
    for (const path of ["/", "/w/TLS/list/1?view=kanban", "/signin", "/no/such/page"]) expect([path, source(path, { mode: "navigate" })]).toEqual([path, "page"]);
  });

  it("for a file of a build with the kept file, also if another build has it", () => {
    for (const path of ["/assets/base-1.js", "/assets/of-another-build.js", "/theme.js", "/favicon.svg"]) expect([path, source(path)]).toEqual([path, "kept"]);
    expect(source("/favicon.svg", { mode: "navigate" })).toBe("kept");
  });

  it("never for data, pages of the node, other servers and requests that write", () => {
    for (const path of ["/api/me", "/api/workspaces/1/snapshot", "/api", "https://other.example/assets/base-1.js"]) expect([path, source(path)]).toEqual([path, "node"]);
    for (const path of ["/api/files/1", "/metrics", "/readyz", "/unsubscribe/token", "/dev/mails"]) expect([path, source(path, { mode: "navigate" })]).toEqual([path, "node"]);
    expect(source("/assets/base-1.js", { method: "HEAD" })).toBe("node");
  });

  it("never with the kept page if a script asks which build the node serves", () => {
    expect(source("/")).toBe("node");
  });
});

describe("of_2 the page", () => {
  const [fresh, kept] = [{ status: 200, of: "node" }, { status: 200, of: "cache" }];
  const never = new Promise<never>(() => {});
  const patient: Promise<void> = never;

  it("is the node's if the node answers in time", async () => {
    expect(await newestPage(Promise.resolve(fresh), kept, patient)).toBe(fresh);
    const missing = { status: 404, of: "node" };
    expect(await newestPage(Promise.resolve(missing), kept, patient)).toBe(missing);
  });

  it("is the kept one if the node is away, its proxy says so, or no answer comes in time", async () => {
    expect(await newestPage(Promise.reject(new TypeError("away")), kept, patient)).toBe(kept);
    expect(await newestPage(Promise.resolve({ status: 503, of: "proxy" }), kept, patient)).toBe(kept);
    expect(await newestPage(never, kept, Promise.resolve())).toBe(kept);
  });

  it("is the node's, however late, if none is kept", async () => {
    expect(await newestPage(Promise.resolve(fresh), undefined, Promise.resolve())).toBe(fresh);
    await expect(newestPage(Promise.reject(new TypeError("away")), undefined, patient)).rejects.toThrow("away");
  });
});
