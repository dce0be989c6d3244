import { expect, it } from "vitest";
import { viewOf } from "@/sync/tables/tables";
import { attribute, label, list, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { SyncState } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import { sorted } from "./arrange/sort";
import { attributeFields } from "./attributes";
import { isOnAll } from "./field";
import { idsOf } from "./value";
import { patchBetween } from "./patchBetween";

const [boats, nets] = [list(1).id, list(2).id];
const rows = { of: { ...attribute(1, "text"), listIds: [boats] }, all: attribute(2, "multiSelect", "V001") };
const tables = { ...smallTables(), attribute: { [rows.of.id]: rows.of, [rows.all.id]: rows.all } };
const config = viewOf(tables, workspaceId) as unknown as SyncState;
const [draught, sides] = attributeFields(config);
if (!draught || !sides) throw new Error("no fields");

const within = (...lists: string[]): Ticket => ticket(1, { lists: lists.map((listId) => ({ listId, rank: "V" })), fields: { [rows.of.id]: "2 m", [rows.all.id]: ["north"] } });

it("at12: a ticket outside of the lists of an attribute shows no value, and has it again inside of them", () => {
  expect(idsOf(draught.value, within(boats, nets))).toEqual(["2 m"]);
  expect(idsOf(draught.value, within(nets))).toEqual([]);
  expect(idsOf(draught.value, within())).toEqual([]);
  expect(idsOf(sides.value, within())).toEqual(["north"]);
  expect(draught.sort?.key(within(nets), config)).toBeNull();
});

it("every attribute orders tasks: one with several options by their names, a checkbox with the checked ones first", () => {
  const [many, box] = [attribute(3, "multiSelect", "V002"), attribute(4, "checkbox", "V003")];
  const choice = { ...many, metadata: { ...many.metadata, optionsOrder: ["o0", "o1"] } };
  const option = ["Iron", "Wood"].map((name, place) => ({ id: `o${place}`, attributeId: choice.id, name, color: "red" }));
  const state = viewOf({ ...smallTables(), attribute: { [choice.id]: choice, [box.id]: box }, option: Object.fromEntries(option.map((row) => [row.id, row])) } as unknown as typeof tables, workspaceId) as unknown as SyncState;
  const [byOption, byBox] = attributeFields(state);
  const rows = [["o1"], ["o1", "o0"], []].map((ids, place) => ticket(place + 1, { fields: { [choice.id]: ids, ...(place === 2 && { [box.id]: true }) } }));
  expect(sorted(rows, byOption?.sort, false, state).map(({ number }) => number)).toEqual([2, 1, 3]);
  expect(sorted(rows, byBox?.sort, false, state).map(({ number }) => number)).toEqual([3, 1, 2]);
});

it("at14, at15: an attribute of labels offers the labels of its sets in their order, and still finds those that have left the sets", () => {
  const [stone, wood, small] = [label(1), label(2), label(3)];
  const labelSets = [
    { id: "s1", name: "Size", single: false, labelsOrder: [small.id, "gone"] },
    { id: "s2", name: "Material", single: true, labelsOrder: [wood.id] },
  ];
  const row = { ...attribute(3, "multiSelect"), labelSets };
  const view = viewOf({ ...tables, attribute: { [row.id]: row }, label: Object.fromEntries([stone, wood, small].map((one) => [one.id, one])) }, workspaceId) as unknown as SyncState;
  const [field] = attributeFields(view);
  if (field?.value.kind !== "many") throw new Error("no choice");
  const { options } = field.value;
  expect(options.all(view).map(({ name, meta }) => [name, meta])).toEqual([[small.name, "Size"], [wood.name, "Material"]]);
  expect(options.all(view)).toBe(options.all(view));
  expect(options.find(view, stone.id)?.name).toBe(stone.name);
  expect(options.find(view, "gone")).toBeUndefined();
  expect(field.value.loses?.(view, [wood.id, small.id], small.id)).toEqual([]);
});

it("at14: a label of a set with one choice replaces the other one, also on a board", () => {
  const [stone, wood, small] = ["stone", "wood", "small"];
  const labelSets = [
    { id: "s1", name: "Material", single: true, labelsOrder: [stone, wood] },
    { id: "s2", name: "Size", single: false, labelsOrder: [small, "large"] },
  ];
  const row = { ...attribute(3, "multiSelect"), labelSets };
  const view = viewOf({ ...tables, attribute: { [row.id]: row } }, workspaceId) as unknown as SyncState;
  const value = attributeFields(view)[0]?.value;
  if (value?.kind !== "many") throw new Error("no choice");
  expect(value.loses?.(view, [stone, small], wood)).toEqual([stone]);
  expect(value.loses?.(view, [stone, small], "large")).toEqual([]);
  const held = ticket(1, { fields: { [row.id]: [stone, small] } });
  expect(patchBetween(value, held, small, wood, view)).toEqual({ fields: { [row.id]: { add: [wood], remove: [stone, small] } } });
});

it("at12: several tickets have the field if each of them is in one of its lists", () => {
  expect(isOnAll(draught, [within(boats), within(boats, nets)])).toBe(true);
  expect(isOnAll(draught, [within(boats), within(nets)])).toBe(false);
  expect(isOnAll(sides, [within(), within(nets)])).toBe(true);
});
