import { describe, expect, it } from "vitest";
import { useTroupe } from "@/sync/store";
import { ticket, viewOf } from "@/sync/testing/views";
import type { FixVersion, List, SavedView, Sprint, Workspace } from "@/wire/generated";
import { isThere, nameOfPlace, pathOfPlace, type OwnPlace } from "./keptPlaces";

const list = (id: string, more: Partial<List> = {}) => ({ id, name: `List ${id}`, archivedAt: null, ...more }) as List;
const view = (id: string, listId: string | null) => ({ id, name: `View ${id}`, listId }) as SavedView;

const state = {
  ...useTroupe.getState(),
  ...viewOf({ tickets: [ticket("t", { title: "Mend the nets", number: 7, lists: [{ listId: "a", rank: "m" }] }), ticket("gone", { trashedAt: "2026-01-01T00:00:00Z" }), ticket("own", { private: true, number: 3, lists: [] })] }),
  workspace: { id: "w", key: "HAR", name: "Harbour" } as Workspace,
  lists: { a: list("a"), old: list("old", { archivedAt: "2026-01-01T00:00:00Z" }) },
  fixVersions: { now: { id: "now", name: "Draft 29", state: "unreleased" } as FixVersion, past: { id: "past", name: "Draft 1", state: "archived" } as FixVersion },
  sprints: { s: { id: "s", name: "Interim meeting" } as Sprint },
  savedViews: { v: view("v", "a"), all: view("all", null), lost: view("lost", "old"), elsewhere: view("elsewhere", "nowhere") },
};
const at = (kind: OwnPlace["kind"], id: string): OwnPlace => ({ kind, id });

describe("a place that a person keeps", () => {
  it("is there as long as the person sees it and it is in use", () => {
    for (const place of [at("list", "a"), at("view", "v"), at("view", "all"), at("ticket", "t")]) expect(isThere(state, place)).toBe(true);
    for (const place of [at("list", "old"), at("list", "x"), at("view", "lost"), at("view", "elsewhere"), at("ticket", "gone"), at("ticket", "a")]) expect(isThere(state, place)).toBe(false);
  });

  it("is a page, or the page of a row that exists and is not archived", () => {
    for (const place of [at("page", "mine"), at("page", "home"), at("page", "inbox"), at("page", "roadmap"), at("page", "epics"), at("version", "now"), at("sprint", "s")]) expect(isThere(state, place)).toBe(true);
    for (const place of [at("page", "elsewhere"), at("page", "lists"), at("version", "past"), at("version", "x"), at("sprint", "now"), at("person", "s")]) expect(isThere(state, place)).toBe(false);
    expect([at("page", "mine"), at("version", "now"), at("sprint", "s"), at("component", "x")].map((place) => nameOfPlace(state, place))).toEqual(["Assigned to me", "Draft 29", "Interim meeting", ""]);
    expect([at("page", "mine"), at("page", "inbox"), at("version", "now")].map((place) => pathOfPlace(state, "HAR", place))).toEqual(["/w/HAR/mine", "/w/HAR/inbox", "/w/HAR/version/now"]);
    expect([at("page", "home"), at("page", "epics")].map((place) => nameOfPlace(state, place))).toEqual(["Home", "Epics"]);
  });

  it("has the name and the address of its list, view or task", () => {
    expect([at("list", "a"), at("view", "v"), at("ticket", "t"), at("ticket", "x")].map((place) => nameOfPlace(state, place))).toEqual(["List a", "View v", "Mend the nets", ""]);
    expect(pathOfPlace(state, "HAR", at("list", "a"))).toBe("/w/HAR/list/a");
    expect(pathOfPlace(state, "HAR", at("view", "v"))).toBe("/w/HAR/view/v");
    expect(pathOfPlace(state, "HAR", at("ticket", "t"))).toBe("/w/HAR/list/a/HAR-7");
    expect(pathOfPlace(state, "HAR", at("ticket", "own"))).toBe("/w/HAR/private/MY-3");
  });
});
