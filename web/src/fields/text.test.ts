import { describe, expect, it } from "vitest";
import { viewOf } from "@/sync/tables/tables";
import { ana, ben, doing, label, list, member, ticket, todo, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { assignees } from "./assignees";
import { dueDate } from "./dates";
import { created, number } from "./facts";
import { labels } from "./labels";
import { lists } from "./lists";
import { priority } from "./priority";
import { status } from "./status";
import { readText } from "./readText";
import { textOf } from "./text";
import { title } from "./title";

const tables = { ...smallTables(), member: { [ana]: member(ana, "owner" as const), [ben]: { ...member(ben), firstname: "Bo", username: "bo" } } };
const config = { ...viewOf(tables, workspaceId), me: ana };
const one = ticket(1);

describe("a value as text", () => {
  it("is what a person would type", () => {
    const row = { ...one, priority: "week" as const, dueDate: "2026-05-01", assigneesIds: [ben, "unknown"] };
    expect(textOf(status.value, config, row)).toBe(todo.name);
    expect(textOf(priority.value, config, row)).toBe("Week");
    expect(textOf(priority.value, config, one)).toBe("");
    expect(textOf(dueDate.value, config, row)).toBe("2026-05-01");
    expect(textOf(assignees.value, config, row)).toBe("Bo B");
    expect(textOf(created.value, config, row)).toBe(row.createdAt.slice(0, 10));
    expect(textOf(number.value, config, row)).toBe("ACME-1");
  });
});

describe("a pasted text", () => {
  it("is read by the names of the field, whatever their case", () => {
    expect(readText(status.value, config, one, ` ${doing.name.toUpperCase()} `)).toEqual({ statusId: doing.id });
    expect(readText(status.value, config, one, todo.name)).toBe("same");
    expect(readText(priority.value, config, one, "week")).toEqual({ priority: "week" });
    expect(readText(priority.value, config, { ...one, priority: "week" }, "")).toEqual({ priority: null });
    expect(readText(dueDate.value, config, one, "2026-05-01")).toEqual({ dueDate: "2026-05-01" });
    expect(readText(assignees.value, config, one, "BO")).toEqual({ assigneesIds: { add: [ben], remove: [] } });
    expect(readText(title.value, config, one, " A\n new   title ")).toEqual({ title: "A new title" });
  });

  it("makes a set what the text says", () => {
    const row = { ...one, labels: [label(1).id] };
    expect(readText(labels.value, config, row, label(2).name)).toEqual({ labels: { add: [label(2).id], remove: [label(1).id] } });
    expect(readText(labels.value, config, row, "")).toEqual({ labels: { add: [], remove: [label(1).id] } });
    expect(readText(lists.value, config, { ...one, lists: [{ listId: list(1).id, rank: "V" }] }, list(1).name)).toBe("same");
  });

  it("is refused if it is no value: an unknown name, an empty title or status, a field that people cannot set", () => {
    expect(readText(status.value, config, one, "Nonsense")).toBe("unknown");
    expect(readText(status.value, config, one, "")).toBe("unknown");
    expect(readText(labels.value, config, one, `${label(1).name}, Nonsense`)).toBe("unknown");
    expect(readText(title.value, config, one, "  ")).toBe("unknown");
    expect(readText(created.value, config, one, "2026-01-01")).toBe("unknown");
  });
});
