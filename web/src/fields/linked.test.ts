import { describe, expect, it } from "vitest";
import { member, ticket, viewOf } from "@/sync/testing/views";
import type { Link } from "@/wire/generated";
import { arranger } from "./arrange/arrange";
import { defaultsOf } from "./arrange/settings";
import { builtIn } from "./builtIn";
import { linked } from "./linked";
import { isPicked } from "./value";

const place = { collection: "all", listId: null } as const;
const link = (from: string, to: string, kind: Link["kind"] = "blocks"): Link => ({ id: `${from}-${to}`, kind, fromTicketId: from, toTicketId: to, createdUserId: "ana", createdAt: "2026-01-01T00:00:00Z" });
const tickets = [ticket("t1"), ticket("t2"), ticket("t3")];
const view = { ...viewOf({ tickets, members: [member("ana", "Ana")] }), me: "ana" };
const shown = (follow: ReturnType<typeof arranger>, links: Link[], differing: Partial<typeof view> = {}) =>
  follow({ ...view, ...differing, links: Object.fromEntries(links.map((it) => [it.id, it])) })
    .groups.flatMap(({ ticketIds }) => ticketIds)
    .toSorted();
const by = (...wanted: string[]) => arranger(place, { ...defaultsOf(builtIn), group: "none", filters: { linked: wanted } }, builtIn);

describe("fl12 a filter by links", () => {
  it("follows links as they come and go", () => {
    const blocked = by("blocked");
    expect(shown(blocked, [])).toEqual([]);
    expect(shown(blocked, [link("t1", "t2")])).toEqual(["t2"]);
    expect(shown(blocked, [link("t1", "t2"), link("t2", "t3")])).toEqual(["t2", "t3"]);
    expect(shown(blocked, [link("t2", "t3", "relates")])).toEqual([]);
  });

  it("no longer counts a dependency as blocking once one of its tasks is completed", () => {
    const t1 = { ...ticket("t1"), completed: true };
    const done = { tickets: { ...view.tickets, t1 } };
    expect(shown(by("blocked", "blocking"), [link("t1", "t2")])).toEqual(["t1", "t2"]);
    expect(shown(by("blocked", "blocking"), [link("t1", "t2")], done)).toEqual([]);
    expect(shown(by("dependency"), [link("t1", "t2")], done)).toEqual(["t1", "t2"]);
  });

  it("finds tasks without links, and takes a link to a task in the trash, or to one that is not visible, for none", () => {
    expect(shown(by("none"), [link("t1", "t2", "duplicates")])).toEqual(["t3"]);
    const t2 = ticket("t2", { trashedAt: "2026-01-02T00:00:00Z" });
    expect(shown(by("none"), [link("t1", "t2"), link("t3", "hidden")], { tickets: { ...view.tickets, t2 } })).toEqual(["t1", "t3"]);
  });

  it("is a value that nobody can choose", () => {
    expect(isPicked(linked.value)).toBe(false);
  });
});
