import { describe, expect, it } from "vitest";
import type { Attribute, AttributeType, Command, FieldEdit, FieldValue } from "@/wire/generated";
import { ana, attribute, option, ticket, workspaceId } from "../../testing/rows";
import { smallTables } from "../../testing/tab";
import { describe as describeCommand, predict, touchesOf } from "../kinds";
import { World } from "../world";

const at = "2026-01-05T10:00:00Z";
const text = attribute(1, "text");
const number = attribute(2, "number");
const date = attribute(3, "date");
const box = attribute(4, "checkbox");
const address = attribute(5, "url");
const one = attribute(6, "singleSelect");
const many = attribute(7, "multiSelect");
const unknown = attribute(99);
const optionOf = (n: number, attributeId: string) => ({ ...option(n), attributeId });
const [a, b, c] = [option(1).id, option(2).id, option(3).id];
const ticketId = ticket(1).id;

function world(): World {
  const rows = <T extends { id: string }>(all: T[]) => Object.fromEntries(all.map((row) => [row.id, row]));
  const attributes = [text, number, date, box, address, one, many];
  const options = [optionOf(1, many.id), optionOf(2, many.id), optionOf(3, one.id)];
  return new World({ ...smallTables(), attribute: rows(attributes), option: rows(options) }, {});
}

function after(edits: Command[]): Record<string, FieldValue> | undefined {
  const made = world();
  for (const [n, command] of edits.entries()) predict(made, command, { me: ana, workspaceId, at, commandId: `c${n}` });
  return made.ticket(ticketId)?.fields;
}

const set = (attributeId: string, edit: FieldEdit | null) => ({ kind: "ticket.update", ticketId, patch: { fields: { [attributeId]: edit } } }) as const;

describe("at2: a value of an attribute", () => {
  it.each<[Attribute, FieldEdit, FieldValue]>([
    [text, "  On site ", "On site"],
    [number, 2.5, 2.5],
    [number, -0, 0],
    [date, "2030-02-28", "2030-02-28"],
    [box, true, true],
    [address, "https://example.org/a?b=c#d", "https://example.org/a?b=c#d"],
    [one, [c], [c]],
    [many, [a, b, a], [a, b]],
    [many, { add: [b], remove: [a] }, [b]],
  ])("is kept as the node keeps it: %j", (of, edit, kept) => {
    expect(after([set(of.id, edit)])).toStrictEqual({ [of.id]: kept });
  });

  it.each<[Attribute, FieldEdit | null]>([
    [text, null],
    [box, false],
    [one, []],
    [many, { add: [], remove: [a] }],
  ])("is gone if it is empty: %j", (of, edit) => {
    const before: Partial<Record<AttributeType, FieldEdit>> = { text: "x", checkbox: true, singleSelect: [c], multiSelect: [a] };
    expect(after([set(of.id, before[of.type] ?? "")])).not.toBeUndefined();
    expect(after([set(of.id, before[of.type] ?? ""), set(of.id, edit)])).toBeUndefined();
  });

  it.each<[Attribute, FieldEdit]>([
    [text, 7],
    [text, "  "],
    [text, [a]],
    [number, "7"],
    [date, "2030-02-30"],
    [date, "30.2.2030"],
    [box, 1],
    [address, "example.org"],
    [address, "javascript:alert(1)"],
    [address, "https://"],
    [one, "First"],
    [one, [a]],
    [one, { add: [c], remove: [] }],
    [many, [c]],
    [unknown, "of no attribute"],
  ])("that the node refuses is not shown, nor is anything else of its edit: %j", (of, edit) => {
    const { kind, patch } = set(of.id, edit);
    const made = world();
    predict(made, { kind, ticketId, patch: { title: "New", ...patch } }, { me: ana, workspaceId, at, commandId: "c" });
    expect(made.ticket(ticketId)).toEqual(world().ticket(ticketId));
  });
});

describe("an edit of values", () => {
  const edit: Command = { kind: "ticket.update", ticketId, patch: { title: "T", fields: { [text.id]: "Roof", [number.id]: 3 } } };

  it("marks each attribute by its id, beside the fields of the ticket", () => {
    expect(touchesOf(edit)).toEqual([{ id: ticketId, fields: ["title", text.id, number.id] }]);
  });

  it("is described with the names of its attributes and the texts that would be lost", () => {
    const view = { tickets: {}, workspace: null, lists: {}, labels: {}, attributes: {}, options: {}, systemAttributes: {}, taskTypes: {}, components: {}, fixVersions: {}, sprints: {}, statuses: {}, members: {}, roles: {}, savedViews: {}, baselines: {}, templates: {}, groups: {}, me: null };
    const fieldName = (key: string) => (key === text.id ? "place" : key === "title" ? "title" : "size");
    expect(describeCommand({ ...view, fieldName }, edit)).toEqual({ what: "Title, place, and size of a task", text: "T\n\nRoof" });
  });
});
