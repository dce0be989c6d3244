import { describe, expect, it } from "vitest";
import { viewOf } from "@/sync/tables/tables";
import { smallTables } from "@/sync/testing/tab";
import { ana, attribute, ticket, workspaceId } from "@/sync/testing/rows";
import type { SyncState } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import { grouped } from "./arrange/group";
import { meets } from "./arrange/filter";
import { attributeFields } from "./attributes";
import { readText } from "./readText";
import { tasks } from "./tasks";
import { textOf } from "./text";

const basis = attribute(1, "linkedTasks");
const state = { ...viewOf({ ...smallTables(), attribute: { [basis.id]: basis } }, workspaceId), me: ana } as unknown as SyncState;
const [one, two, three] = [1, 2, 3].map((n) => ticket(n).id) as [string, string, string];
const naming = (ids: string[]): Ticket => ({ ...ticket(1), fields: { [basis.id]: ids } });
const field = attributeFields(state)[0];
if (!field) throw new Error("no field");

describe("at11 tasks as options", () => {
  it("are found by their ids, with key and title, and are the same until a row changes", () => {
    const { tickets: _, ...config } = state;
    expect(tasks.find(state, two)).toMatchObject({ id: two, name: "ACME-2 Ticket 2", code: "ACME-2" });
    expect(tasks.find(state, two)).toBe(tasks.find(state, two));
    expect(tasks.all(state)).toBe(tasks.all(config));
    expect(tasks.find(config, two)).toBeUndefined();
    expect(tasks.find(state, "constructor")).toBeUndefined();
  });

  it("are searched by number and title", async () => {
    expect((await tasks.search?.(state, "acme-3"))?.map(({ id }) => id)).toEqual([three]);
    expect((await tasks.search?.(state, "ticket"))?.length).toBe(4);
  });

  it("fit a task if all who see it may see them, and never the task itself", () => {
    const fits = (of: Ticket, id: string) => tasks.fits?.(state, of, id);
    expect([fits(ticket(1), two), fits(ticket(1), one), fits({ ...ticket(1), private: true }, two), fits(ticket(1), "gone")]).toEqual([true, false, false, false]);
  });

  it("are copied and pasted by their keys", () => {
    expect(textOf(field.value, state, naming([two, three]))).toBe("ACME-2, ACME-3");
    expect(readText(field.value, state, naming([two]), "acme-3, ACME-2 Ticket 2")).toEqual({ fields: { [basis.id]: { add: [three], remove: [] } } });
    expect(readText(field.value, state, naming([two]), "ACME-99")).toBe("unknown");
  });

  it("filter and group the tasks that name them", () => {
    const rows = [naming([two, three]), { ...ticket(2), fields: { [basis.id]: [three] } }, ticket(4)];
    const passing = (wanted: string[]) => rows.filter(meets(field.value, wanted, "2026-01-01")).map(({ number }) => number);
    expect([passing([two]), passing([three]), passing(["none"])]).toEqual([[1], [1, 2], [4]]);
    const groups = grouped(rows, field, state).filter(({ ticketIds }) => ticketIds.length > 0);
    expect(groups.map(({ id, ticketIds }) => [id, ticketIds.length])).toEqual([["none", 1], [two, 1], [three, 2]]);
  });
});
