import { describe, expect, it } from "vitest";
import { builtIn } from "@/fields/builtIn";
import type { Attribute, Member, Ticket } from "@/wire/generated";
import { addressOfLabel, filterByLabel, tasksByLabel, ticketsWithLabel } from "./labels";
import { castOf } from "./people";

const member = (id: string, over: Partial<Member>): Member => ({
  id,
  role: "member",
  state: "active",
  firstname: id,
  lastname: "Ek",
  username: `${id}-ek`,
  avatarUrl: null,
  createdAt: "2026-01-05T10:00:00Z",
  deactivatedAt: null,
  secondFactorMissing: false,
  apiKey: null,
  department: "",
  designation: "",
  ...over,
});
const table = <T extends { id: string }>(rows: T[]) => Object.fromEntries(rows.map((row) => [row.id, row]));

describe("the people of a workspace", () => {
  const members = table([
    member("Zoe", {}),
    member("Bo", {}),
    member("Mia", { role: "owner" }),
    member("Ad", { role: "admin" }),
    member("Gone", { state: "left" }),
    member("Away", { state: "left", deactivatedAt: "2026-02-01T10:00:00Z" }),
    member("Imported", { state: "pending" }),
  ]);
  const names = (find: string) => {
    const { active, pending, deactivated } = castOf(members, find);
    return [active, pending, deactivated].map((people) => people.map(({ id }) => id));
  };

  it("stand by role and then by name; people from imports and deactivated members stand apart, and people who left are not listed", () => {
    expect(names("")).toEqual([["Mia", "Ad", "Bo", "Zoe"], ["Imported"], ["Away"]]);
  });

  it("are found by parts of their names, in any order and case", () => {
    expect(names("EK zo")).toEqual([["Zoe"], [], []]);
    expect(names("bo-ek")).toEqual([["Bo"], [], []]);
    expect(names("xyz")).toEqual([[], [], []]);
  });

  it("are found by their restricted lists, if the viewer sees these", () => {
    const lists = new Map([["Bo", ["Client work"]]]);
    expect(castOf(members, "client", undefined, lists).active.map(({ id }) => id)).toEqual(["Bo"]);
    expect(castOf(members, "client").active).toEqual([]);
  });

  it("are found by their addresses, if these are known", () => {
    const found = castOf(members, "zoe@there", new Map([["Zoe", { email: "zoe@there.example" }]]));
    expect(found.active.map(({ id }) => id)).toEqual(["Zoe"]);
    expect(castOf(members, "zoe@there").active).toEqual([]);
  });
});

describe("labels", () => {
  it("count the tasks that have them, also as a value, without the trash", () => {
    const ticket = (id: string, labels: string[], trashedAt: string | null = null, fields = {}) => ({ id, labels, trashedAt, fields }) as Ticket;
    const values = { material: ["a", "c"], place: "b" };
    const counts = tasksByLabel(table([ticket("1", ["a", "b"], null, values), ticket("2", ["a"]), ticket("3", ["b"], "2026-01-05T10:00:00Z")]));
    expect([...counts]).toEqual([["a", 2], ["b", 1], ["c", 1]]);
  });

  it("are replaced on trashed tasks too, but not in the values of attributes", () => {
    const ticket = (id: string, labels: string[], more: Partial<Ticket> = {}) => ({ id, labels, ...more }) as Ticket;
    expect(ticketsWithLabel(table([ticket("1", ["a", "b"]), ticket("2", ["a"], { trashedAt: "2026-01-05T10:00:00Z" }), ticket("3", ["b"], { fields: { material: ["a"] } })]), "a")).toEqual(["1", "2"]);
  });

  it("lead to all tasks that are counted", () => {
    const [text, material] = [{ id: "text", labelSets: null }, { id: "material", labelSets: [] as unknown }] as Attribute[];
    expect(filterByLabel("a", table([text!]))).toEqual({ filters: { labels: ["a"] }, filter: "", find: "" });
    expect(filterByLabel("a", table([text!, material!]))).toEqual({ filters: {}, filter: "label = a or material = a", find: "" });
    expect(addressOfLabel("HAR", "a", {}, builtIn)).toMatch(/^\/w\/HAR\/all\?.*label=a$/);
  });
});
