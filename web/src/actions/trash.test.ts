import { expect, it, vi } from "vitest";
import type * as Store from "@/sync/store";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, id, list, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { useAsked } from "./ask";
import { restoreWithUndo } from "./trash";

const dispatched: string[] = [];
vi.mock("@/sync/store", async (original) => ({
  ...(await original<typeof Store>()),
  dispatchAll: (commands: { kind: string }[]) => Promise.resolve(dispatched.push(...commands.map(({ kind }) => kind)) > 0 ? [] : []),
}));

it("asks for a list for restored tasks whose lists were deleted meanwhile, and for no others", () => {
  const trashedAt = "2026-04-02T00:00:00Z";
  const pay = list(1, "V");
  const rows = [
    ticket(1, { trashedAt, lists: [] }),
    ticket(2, { trashedAt, lists: [{ listId: pay.id, rank: "V" }] }),
    ticket(3, { trashedAt, lists: [], private: true, createdUserId: ana }),
  ];
  const tables = { ...smallTables(), list: { [pay.id]: pay }, ticket: Object.fromEntries(rows.map((row) => [row.id, row])) };
  useTroupe.setState({ ...viewOf(tables, workspaceId), me: ana, capabilities: capabilitiesOf.member });
  restoreWithUndo([id("4", 2)]);
  expect(useAsked.getState().asked).toBeNull();
  restoreWithUndo(rows.map((row) => row.id));
  expect(useAsked.getState().asked).toMatchObject({ question: "lists", ticketIds: [id("4", 1)] });
  expect(dispatched).toEqual(["ticket.restore", "tickets.restore"]);
});
