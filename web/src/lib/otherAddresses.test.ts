import { describe, expect, it } from "vitest";
import { addressMeant, pageWithoutWorkspace } from "./otherAddresses";

describe("another address of a page", () => {
  it("leads to the page, with the task and the settings that it names", () => {
    expect(addressMeant("/w/TLS/private-tasks", "")).toBe("/w/TLS/private");
    expect(addressMeant("/w/TLS/completed-by-me/", "?view=kanban")).toBe("/w/TLS/completed?view=kanban");
    expect(addressMeant("/w/TLS/subscribed-by-me/TLS-7", "")).toBe("/w/TLS/subscribed/TLS-7");
    expect(addressMeant("/w/TLS/created-by-me", "")).toBe("/w/TLS/created");
    expect(addressMeant("/w/TLS/assigned-to-me", "")).toBe("/w/TLS/mine");
    expect(addressMeant("/w/TLS/snoozed", "")).toBe("/w/TLS/inbox?tab=snoozed");
    expect(addressMeant("/w/TLS/user/u1", "")).toBe("/w/TLS/person/u1");
  });

  it("is null for an unknown page", () => {
    for (const path of ["/w/TLS/user", "/w/TLS/user/", "/w/TLS/tables", "/w/TLS/toString", "/w/TLS/constructor/x", "/x/TLS/snoozed", "/"]) expect(addressMeant(path, "")).toBeNull();
  });
});

it("an address without a workspace names a page that every workspace has", () => {
  for (const path of ["/home", "/inbox", "/inbox/TLS-7", "/trash", "/roadmap", "/settings/profile", "/assigned-to-me", "/snoozed"]) expect(pageWithoutWorkspace(path)).toBe(true);
  for (const path of ["", "/", "/list/x", "/person/x", "/signin", "/toString", "/x/home"]) expect(pageWithoutWorkspace(path)).toBe(false);
});
