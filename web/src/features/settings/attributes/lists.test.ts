import { expect, it } from "vitest";
import { attribute, list } from "@/sync/testing/rows";
import type { Share } from "@/wire/generated";
import { picked, restrictedListOf, takenNames } from "./lists";

const [open, other, secret, hidden] = [list(1).id, list(2).id, list(3).id, list(4).id];
const share = (listId: string): Share => ({ id: listId, listId, userId: "u", level: "manage", createdAt: "2026-01-02T09:00:00Z" });
const view = { shares: { a: share(secret), b: share(hidden) } };

it("at13: a restricted list that is picked takes the place of all others, and any other takes its place", () => {
  expect(picked(view, [open], other)).toEqual([open, other]);
  expect(picked(view, [open, other], open)).toEqual([other]);
  expect(picked(view, [open, other], secret)).toEqual([secret]);
  expect(picked(view, [secret], open)).toEqual([open]);
  expect(picked(view, [secret], hidden)).toEqual([hidden]);
});

it("at13: the names in other restricted lists are free", () => {
  const of = (n: number, listIds: string[] | null) => ({ ...attribute(n), listIds });
  const among = [of(1, null), of(2, [open]), of(3, [secret]), of(4, [hidden])];
  const names = (...ns: number[]) => ns.map((n) => attribute(n).name);
  expect(takenNames(view, among, undefined, null)).toEqual(names(1, 2));
  expect(takenNames(view, among, undefined, [secret])).toEqual(names(1, 2, 3));
  expect(takenNames(view, among, attribute(1).id, [other])).toEqual(names(2));
});

it("at13: an attribute of open lists lives in no restricted list", () => {
  expect([null, [open], [], [secret]].map((listIds) => restrictedListOf(view, listIds))).toEqual([null, null, null, secret]);
});
