import { expect, it } from "vitest";
import { fieldsOf } from "@/fields/registry";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { ana, attribute, list, option, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { Attribute, Ticket } from "@/wire/generated";
import { isFoldable } from "./foldable";

const lists = [{ listId: list(1).id, rank: "V" }];

function foldable(task: Ticket, own: Partial<Attribute> = {}) {
  const tables = { ...smallTables(), attribute: { [attribute(1).id]: { ...attribute(1), ...own } }, attributeOption: { [option(1).id]: option(1) } };
  const fields = fieldsOf({ ...useTroupe.getState(), ...viewOf(tables, workspaceId), me: ana });
  return fields.filter((field) => field.panel && isFoldable(field, task)).map((field) => field.name());
}

it("an empty field is folded, but not the status, the assignees, the dates, and what is a fact", () => {
  const folded = foldable(ticket(1, { lists }));
  expect(folded).toEqual(expect.arrayContaining(["Priority", "Labels", "Parent", "Attribute 1"]));
  for (const name of ["Status", "Assignees", "Due date", "Lists", "Created"]) expect(folded).not.toContain(name);
});

it("a field with a value, a required one and one of a list are not folded", () => {
  expect(foldable(ticket(1, { lists, priority: "day" }))).not.toContain("Priority");
  expect(foldable(ticket(1, { lists }), { required: true })).not.toContain("Attribute 1");
  expect(foldable(ticket(1, { lists }), { listIds: [list(1).id] })).not.toContain("Attribute 1");
});
