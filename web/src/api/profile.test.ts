import { beforeEach, expect, it, vi } from "vitest";
import type * as Profile from "./profile";
import type * as Session from "./session";

const user = { id: "u1", email: "ada@troupe.example", firstname: "Ada", lastname: "", username: "ada", avatarUrl: null, department: "", designation: "", activeWorkspaceId: "w1" };

let told: unknown[];
let profile: typeof Profile;
let session: typeof Session;

beforeEach(async () => {
  told = [];
  localStorage.clear();
  vi.resetModules();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path === "/api/me/active-workspace") {
      told.push(JSON.parse(init.body as string));
      return new Response(null, { status: 204 });
    }
    const body = path === "/api/me" ? { user, workspaces: [], instanceOwner: false } : { accessToken: "t", expiresIn: 900, user };
    return new Response(JSON.stringify(body), { status: 200, headers: { "content-type": "application/json" } });
  });
  session = await import("./session");
  profile = await import("./profile");
  await session.restore();
});

it("pf3: the account is told of a switch once, and of no load of the workspace that it knows", async () => {
  await profile.tellOpened("w1");
  expect(told).toEqual([]);
  await profile.tellOpened("w2");
  await profile.tellOpened("w2");
  expect(told).toEqual([{ workspaceId: "w2" }]);
  await profile.tellOpened("w1");
  expect(told).toEqual([{ workspaceId: "w2" }, { workspaceId: "w1" }]);
});
