import { expect, it } from "vitest";
import { viewOf } from "@/sync/tables/tables";
import { ana, ben, doing, ticket, todo, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { fieldById } from "./field";
import { fieldsOf } from "./registry";
import { textOf } from "./text";
import { isPicked } from "./value";

const link = (n: number, from: number, to: number, kind: "blocks" | "relates" = "blocks") => ({
  id: `l${n}`,
  kind,
  fromTicketId: ticket(from).id,
  toTicketId: ticket(to).id,
  createdUserId: ana,
  createdAt: "2026-01-01T00:00:00Z",
});
const links = Object.fromEntries([link(1, 2, 1), link(2, 3, 1), link(3, 1, 4), link(4, 4, 1, "relates")].map((row) => [row.id, row]));
const config = { ...viewOf({ ...smallTables(), link: links }, workspaceId), me: ana };
const field = (id: string) => fieldById(fieldsOf(config), id);
const text = (id: string, row: ReturnType<typeof ticket>) => textOf(field(id)!.value, config, row);

it("the columns of the specification that no person fills in: state, blockers, people who commented", () => {
  expect([text("statusState", ticket(1, { statusId: todo.id })), text("statusState", ticket(1, { statusId: doing.id })), text("statusState", ticket(1, { statusId: "gone" }))]).toEqual(["Not started", "Started", ""]);
  expect([text("blockedBy", ticket(1)), text("blockedBy", ticket(2))]).toEqual(["ACME-2, ACME-3", ""]);
  expect(text("commentedBy", ticket(1, { commentedByUserIds: [ben] }))).toBe("A B");
  expect(["statusState", "blockedBy", "commentedBy"].map((id) => isPicked(field(id)!.value))).toEqual([false, false, false]);
  expect(["statusState", "blockedBy", "commentedBy"].map((id) => field(id)?.column?.shown)).toEqual([false, false, false]);
});
