import { describe, expect, it } from "vitest";
import type { Activity, ActivityKind } from "@/wire/generated";
import { builtIn } from "@/fields/builtIn";
import { fieldsOf } from "@/fields/registry";
import { attribute, component, done, fixVersion, label, list, member, option, taskType, ticket, todo, workspace } from "@/sync/testing/rows";
import { plain, sentenceOf } from "./sentences";

const byId = <T extends { id: string }>(rows: T[]) => Object.fromEntries(rows.map((row) => [row.id, row]));
const person = (id: string, firstname: string) => ({ ...member(id), firstname, lastname: "" });
const view = {
  workspace: { ...workspace, key: "TLS" },
  members: byId([person("u1", "Ana"), person("u2", "Bo"), person("u3", "Cy")]),
  statuses: byId([{ ...todo, id: "s1", name: "To do" }, { ...done, id: "s2", name: "Done" }]),
  lists: byId([{ ...list(1), id: "l1", name: "draft-20" }]),
  labels: byId([{ ...label(1), id: "b1", name: "editorial" }, { ...label(2), id: "b2", name: "help wanted" }]),
  attributes: {},
  options: {}, systemAttributes: {}, taskTypes: {}, components: {}, fixVersions: {}, sprints: {},
  tickets: byId([{ ...ticket(2), id: "t2", title: "" }]),
  shares: {},
  me: "u1",
};

const records = {
  taskTypes: byId([{ ...taskType(1), id: "y1", name: "Bug" }]),
  components: byId([{ ...component(1), id: "c1", name: "Parser" }]),
  fixVersions: byId([{ ...fixVersion(1), id: "v1", name: "1.0" }]),
};

const said = (kind: ActivityKind, data: Activity["data"] = null) =>
  `ekr ${plain(sentenceOf({ kind, data, ticketId: "t1" }, view, builtIn))}`;
const field = (name: string, from: unknown, to: unknown) => said("customFieldChange", { field: name, from, to });

describe("what an activity says", () => {
  it("names the single values before and after", () => {
    expect(said("statusChange", { from: "s1", to: "s2" })).toBe("ekr changed status from To do to Done");
    expect(said("nameChange", { from: "SNI", to: "SNI encryption" })).toBe("ekr renamed it from SNI to SNI encryption");
    expect(field("priority", "week", "day")).toBe("ekr changed priority from Week to Day");
    expect(said("createdUserIdChange", { from: null, to: "u1" })).toBe("ekr set reporter to Ana");
    expect(field("reportBy", null, "u1")).toBe("ekr set reporter to Ana");
    expect(said("subtaskAddedItem", { from: null, to: "t2" })).toBe("ekr set parent to TLS-2");
    expect(field("dueDate", "2017-04-28", null)).toBe("ekr cleared due date (was 28 Apr 2017)");
    expect(field("parentTicketId", null, "t2")).toBe("ekr set parent to TLS-2");
  });

  it("lists what was added to a set and removed from it", () => {
    expect(said("assigneeChange", { added: ["u1", "u2", "u3"], removed: [] })).toBe("ekr assigned Ana, Bo, and Cy");
    expect(said("assigneeChange", { added: ["u1"], removed: ["u2"] })).toBe("ekr assigned Ana and unassigned Bo");
    expect(said("listsChange", { added: ["l1"], removed: [] })).toBe("ekr added it to draft-20");
    expect(said("listsChange", { added: [], removed: [] })).toBe("ekr changed who can see it");
    expect(said("listsChange", { added: ["l1"], removed: ["gone"] })).toBe("ekr moved it from a deleted list to draft-20");
    expect(said("customFieldChange", { field: "labels", added: ["b1"], removed: ["b2"] })).toBe(
      "ekr added the label editorial and removed help wanted",
    );
  });

  it("tells changes of type, components and versions, also as versions before wrote them", () => {
    const fields = fieldsOf({ ...view, ...records });
    const told = (kind: ActivityKind, data: Activity["data"]) => `ekr ${plain(sentenceOf({ kind, data, ticketId: "t1" }, { ...view, ...records }, fields))}`;
    const [type, part, version] = [{ from: null, to: "y1" }, { added: ["c1"], removed: [] }, { added: [], removed: ["v1"] }];
    expect(told("taskTypeChange", type)).toBe("ekr set task type to Bug");
    expect(told("customFieldChange", { field: "taskTypeId", ...type })).toBe("ekr set task type to Bug");
    expect(told("componentsChange", part)).toBe("ekr added Parser to components");
    expect(told("customFieldChange", { field: "componentsIds", ...part })).toBe("ekr added Parser to components");
    expect(told("fixVersionsChange", version)).toBe("ekr removed 1.0 from fix versions");
    expect(told("customFieldChange", { field: "fixVersionsIds", ...version })).toBe("ekr removed 1.0 from fix versions");
    expect(told("taskTypeRemoved", { from: "y2", to: "y1", name: "Chore" })).toBe("ekr deleted Chore; task type is now Bug");
  });

  it("tells that a value of the configuration was deleted, and what took its place", () => {
    expect(said("statusRemoved", { from: "gone", to: "s2", name: "Review" })).toBe("ekr deleted Review; status is now Done");
    expect(said("statusRemoved", { from: "gone", to: null, name: "Review" })).toBe("ekr deleted Review, which cleared status");
    expect(said("taskTypeRemoved", { from: "gone", to: null, name: "Chore" })).toBe("ekr changed the task");
    const config = {
      ...view,
      attributes: byId([{ ...attribute(1, "multiSelect"), id: "a1", name: "Platforms", metadata: { id: "a1", optionsOrder: ["o1"] } }]),
      options: byId([{ ...option(1), id: "o1", attributeId: "a1", name: "Linux" }]),
    };
    const told = (data: Activity["data"]) => `ekr ${plain(sentenceOf({ kind: "fieldOptionRemoved", data, ticketId: "t1" }, config, fieldsOf(config)))}`;
    expect(told({ field: "a1", added: [], removed: ["gone"], name: "Unix" })).toBe("ekr deleted Unix, which was one of Platforms");
    expect(told({ field: "a1", added: ["o1"], removed: ["gone"], name: "Unix" })).toBe("ekr deleted Unix and put Linux in its place");
  });

  it("tells a link from the side of the ticket that is open", () => {
    const link = (kind: string, from: string, to: string) => ({ kind, fromTicketId: from, toTicketId: to });
    expect(field("links", null, link("blocks", "t1", "t2"))).toBe("ekr marked it as blocking TLS-2");
    expect(field("links", null, link("blocks", "t2", "t1"))).toBe("ekr added blocker TLS-2");
    expect(field("links", null, link("duplicates", "t1", "t2"))).toBe("ekr marked it as a duplicate of TLS-2");
    expect(field("links", link("relates", "t2", "t1"), null)).toBe("ekr removed its link to TLS-2");
  });

  it("says what became of the whole task", () => {
    expect(said("createdAt")).toBe("ekr created the task");
    expect(said("description")).toBe("ekr edited the description");
    expect(said("taskTrashed")).toBe("ekr moved it to the trash");
    expect(said("taskRestored")).toBe("ekr restored it from the trash");
    expect(field("private", false, true)).toBe("ekr made it private");
    expect(said("subtaskAdded", { ticketId: "t2" })).toBe("ekr added the subtask TLS-2");
  });

  it("ct4 names the author of a deleted comment", () => {
    const deleted = (by: string, data: Activity["data"]) => plain(sentenceOf({ kind: "commentDeleted", data, ticketId: "t1", userId: by }, view, builtIn));
    expect(deleted("u1", { userId: "u2" })).toBe("deleted a comment by Bo");
    expect(deleted("u1", { userId: "u1" })).toBe("deleted their comment");
    expect(deleted("u1", { userId: "gone" })).toBe("deleted a comment");
  });

  it("makes what is named stand out, whatever is in it", () => {
    const parts = sentenceOf({ kind: "nameChange", data: { from: "a\u2069b", to: "\u2068c" }, ticketId: "t1" }, view, builtIn);
    expect(parts).toEqual(["renamed it from ", { named: "ab" }, " to ", { named: "c" }]);
  });

  it("still makes a sentence of what is gone or unknown", () => {
    expect(said("statusChange", { from: "gone", to: "s2" })).toBe("ekr changed status from a deleted status to Done");
    expect(field("size", 1, 2)).toBe("ekr changed size");
    expect(said("statusChange")).toBe("ekr cleared status");
    expect(said("haunting" as ActivityKind)).toBe("ekr changed the task");
  });
});
