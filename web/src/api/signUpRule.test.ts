import { afterEach, expect, it, vi } from "vitest";
import { invitationIn, namedInvitation } from "./signUpRule";

const token = "a".repeat(64);

afterEach(() => vi.unstubAllGlobals());

it("su2: finds the token of an invitation in the page that follows, and in no other page", () => {
  expect(invitationIn(`/invite/${token}`)).toBe(token);
  for (const other of [null, "/", "/w/HAR", "/invite/", `/invite/${token}/more`, `/x/invite/${token}`, "/invite/../../w"]) expect(invitationIn(other)).toBeNull();
});

it("su4: names the invitation only to a server with a rule", async () => {
  const answers = (rule: string) => vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ rule, domains: [] }), { headers: { "content-type": "application/json" } })));
  answers("invitation");
  expect(await namedInvitation(`/invite/${token}`)).toEqual({ invitation: token });
  expect(await namedInvitation("/w/HAR")).toEqual({});
  answers("open");
  expect(await namedInvitation(`/invite/${token}`)).toEqual({});
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("away")));
  expect(await namedInvitation(`/invite/${token}`)).toEqual({});
});
