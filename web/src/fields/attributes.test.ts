import { expect, it } from "vitest";
import { viewOf } from "@/sync/tables/tables";
import { attribute, list, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { SyncState } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import { attributeFields } from "./attributes";
import { isOnAll } from "./field";
import { idsOf } from "./value";

const [boats, nets] = [list(1).id, list(2).id];
const rows = { of: { ...attribute(1, "text"), listIds: [boats] }, all: attribute(2, "multiSelect", "V001") };
const tables = { ...smallTables(), attribute: { [rows.of.id]: rows.of, [rows.all.id]: rows.all } };
const [draught, sides] = attributeFields(viewOf(tables, workspaceId) as unknown as SyncState);
if (!draught || !sides) throw new Error("no fields");

const within = (...lists: string[]): Ticket => ticket(1, { lists: lists.map((listId) => ({ listId, rank: "V" })), fields: { [rows.of.id]: "2 m", [rows.all.id]: ["north"] } });

it("at12: a ticket outside of the lists of an attribute shows no value, and has it again inside of them", () => {
  expect(idsOf(draught.value, within(boats, nets))).toEqual(["2 m"]);
  expect(idsOf(draught.value, within(nets))).toEqual([]);
  expect(idsOf(draught.value, within())).toEqual([]);
  expect(idsOf(sides.value, within())).toEqual(["north"]);
  expect(draught.sort?.key(within(nets))).toBeNull();
});

it("at12: several tickets have the field if each of them is in one of its lists", () => {
  expect(isOnAll(draught, [within(boats), within(boats, nets)])).toBe(true);
  expect(isOnAll(draught, [within(boats), within(nets)])).toBe(false);
  expect(isOnAll(sides, [within(), within(nets)])).toBe(true);
});
