import { describe, expect, it } from "vitest";
import { assignees } from "@/fields/assignees";
import { labels } from "@/fields/labels";
import { lists } from "@/fields/lists";
import { priority } from "@/fields/priority";
import { status } from "@/fields/status";
import { viewOf } from "@/sync/tables/tables";
import { ana, ben, label, list, member, ticket, todo, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { presenceHue } from "@/ui/presence";
import { barColour, legendOf, noColour } from "./colours";

const config = {
  ...viewOf(smallTables(), workspaceId),
  members: { [ana]: { ...member(ana), firstname: "Ana", lastname: "Mota" }, [ben]: { ...member(ben), firstname: "Ben", lastname: "Kaduk" } },
  labels: { [label(1).id]: label(1), [label(2).id]: { ...label(2), color: "teal" as const } },
  lists: { [list(1).id]: list(1) },
  statuses: { [todo.id]: todo },
  me: ana,
};
const own = ticket(1, { assigneesIds: [ben, ana], labels: [label(2).id], lists: [{ listId: list(1).id, rank: "V" }], priority: "day" });
const bare = ticket(2);
const colours = (ticketOf: typeof own) => [status, lists, assignees, priority, labels].map(({ id }) => barColour(config, id, ticketOf));

describe("the colour of a bar", () => {
  it("is that of the first value, and people have the colours of their faces", () => {
    expect(colours(own)).toEqual([null, "var(--lb-blue)", `var(--ps-${presenceHue(ben)})`, "var(--lb-red)", "var(--lb-teal)"]);
  });

  it("is grey without a value, and that of the status for a field that is not there", () => {
    expect(colours(bare)).toEqual([null, noColour, noColour, noColour, noColour]);
    expect(barColour(config, "gone", own)).toBeNull();
  });
});

describe("the legend", () => {
  const names = (by: string, ...tickets: (typeof own)[]) => legendOf(config, by, tickets)?.entries.map(({ name }) => name);

  it("names the colours that are used, in the order of the field, and last the tasks without a value", () => {
    expect(names(priority.id, bare, ticket(3, { priority: "month" }), own)).toEqual(["Day", "Month", "No priority"]);
    expect(names(labels.id, own, own)).toEqual(["Label 2"]);
    expect(legendOf(config, assignees.id, [own])).toMatchObject({ name: "Assignee", entries: [{ id: ben, name: "Ben Kaduk" }] });
  });

  it("names a person who has left, and is missing where the status gives the colours", () => {
    expect(names(assignees.id, ticket(3, { assigneesIds: ["gone"] }))).toEqual(["Former member"]);
    expect(legendOf(config, status.id, [own])).toBeNull();
  });
});
