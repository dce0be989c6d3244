import { describe as about, expect, it } from "vitest";
import type { Command } from "@/wire/generated";
import { describe, whyNotSaved } from "./describe";

const view = {
  workspace: { key: "TLS" },
  tickets: { t: { id: "t", number: 12, private: false, title: "SNI" } },
  lists: { l: { id: "l", name: "draft-20" } },
  labels: {},
  attributes: {},
  options: {},
  systemAttributes: {},
  taskTypes: {},
  components: {},
  fixVersions: {}, sprints: {},
  savedViews: {},
  baselines: {},
  templates: {},
  groups: {},
  statuses: {},
  members: { a: { id: "a", firstname: "Ada", lastname: "Byron" }, b: { id: "b", username: "bo" } },
  me: "a",
} as unknown as Parameters<typeof describe>[0];
const said = (command: Command) => describe(view, command);

about("a refused edit", () => {
  it("says which fields of which ticket, and keeps the text", () => {
    expect(said({ kind: "ticket.update", ticketId: "t", patch: { title: "New" } })).toEqual({ what: "Title of TLS-12", text: "New" });
    expect(said({ kind: "ticket.update", ticketId: "t", patch: { statusId: "s", priority: "day", dueDate: null } })).toEqual({
      what: "Status, priority, and due date of TLS-12",
      text: null,
    });
  });

  it("keeps every word of a comment and of a new ticket", () => {
    expect(said({ kind: "comment.create", commentId: "c", ticketId: "gone", message: "Hello\nthere" })).toEqual({
      what: "Comment on a deleted task",
      text: "Hello\nthere",
    });
    expect(said({ kind: "ticket.create", ticketId: "n", title: "A", description: "B" })).toEqual({ what: "New task", text: "A\n\nB" });
  });

  it("names what else was meant", () => {
    expect(said({ kind: "list.update", listId: "l", patch: { name: "draft-21" } })).toEqual({
      what: "Change to the list “draft-20”",
      text: "draft-21",
    });
    expect(said({ kind: "member.setRole", userId: "b", role: "admin" }).what).toBe("Role of bo");
    expect(said({ kind: "member.remove", userId: "b" }).what).toBe("Removing bo");
    expect(said({ kind: "member.remove", userId: "a" }).what).toBe("Leaving the workspace");
    expect(said({ kind: "tickets.trash", ticketIds: ["t", "u"] }).what).toBe("Moving 2 tasks to the trash");
  });

  it("is told with its reason, and the only owner who would leave hears why they cannot", () => {
    const error = { code: "last_owner", message: "A workspace needs at least one owner." } as const;
    expect(whyNotSaved(view, { command: { kind: "member.setRole", userId: "b", role: "admin" }, error })).toBe(
      "Not saved: Role of bo. A workspace needs at least one owner.",
    );
    expect(whyNotSaved(view, { command: { kind: "member.remove", userId: "a" }, error })).toBe("You can't leave: you're the only owner.");
  });
});
