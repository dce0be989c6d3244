import type { Attribute, AttributeOption, AttributeType, Component, FixVersion, Label, List, Member, Sprint, Status, TaskType, Ticket, Workspace } from "@/wire/generated";

export const workspaceId = "0190a000-0000-7000-8000-000000000001";
export const ana = "0190a000-0000-7000-8000-00000000000a";
export const ben = "0190a000-0000-7000-8000-00000000000b";

/** `id("7", 3)` is the same UUID each time: tests read better with known ids. */
export function id(family: string, n: number): string {
  return `0190a000-0000-7000-9${family.padStart(3, "0")}-${n.toString().padStart(12, "0")}`;
}

const createdAt = "2026-01-01T09:00:00Z";

export const workspace: Workspace = { id: workspaceId, name: "Acme", icon: null, key: "ACME", createdAt };

export function member(userId: string, role: Member["role"] = "member"): Member {
  return { id: userId, role, state: "active", firstname: "A", lastname: "B", username: "ab", avatarUrl: null, createdAt, deactivatedAt: null, secondFactorMissing: false, apiKey: null, department: "", designation: "" };
}

export const todo: Status = { id: id("1", 1), name: "To do", category: "byDefault", rank: "V", createdAt };
export const doing: Status = { id: id("1", 2), name: "Doing", category: "started", rank: "V001", createdAt };
export const done: Status = { id: id("1", 3), name: "Done", category: "completed", rank: "V002", createdAt };

export function list(n: number, rank = "V"): List {
  return { id: id("2", n), name: `List ${n}`, color: "blue", rank, suggested: false, createdUserId: ana, createdAt, icon: null, description: "", groupId: null, archivedAt: null };
}

export function label(n: number): Label {
  return { id: id("3", n), name: `Label ${n}`, color: "red", createdAt };
}

export function attribute(n: number, type: AttributeType = "text", rank = "V"): Attribute {
  const own = id("8", n);
  return { id: own, name: `Attribute ${n}`, type, description: "", shownOnCards: false, defaultValue: null, required: false, listIds: null, labelSets: null, metadata: { id: own, optionsOrder: [] }, rank, createdAt };
}

/** An option of the first attribute. */
export function option(n: number): AttributeOption {
  return { id: id("9", n), attributeId: attribute(1).id, name: `Option ${n}`, color: "red", createdAt };
}

export function taskType(n: number, rank = `V${n.toString().padStart(3, "0")}`): TaskType {
  return { id: id("10", n), name: `Type ${n}`, icon: "bug", color: "red", container: false, rank, createdAt };
}

export function component(n: number): Component {
  return { id: id("11", n), name: `Component ${n}`, description: "", leadUserId: null, createdAt };
}

export function fixVersion(n: number, over: Partial<FixVersion> = {}): FixVersion {
  return { id: id("12", n), name: `Version ${n}`, description: "", startDate: null, releaseDate: null, state: "unreleased", createdAt, ...over };
}

export function sprint(n: number, over: Partial<Sprint> = {}): Sprint {
  return { id: id("13", n), name: `Sprint ${n}`, goal: "", startDate: null, endDate: null, state: "planned", startedAt: null, completedAt: null, createdAt, ...over };
}

export function ticket(n: number, over: Partial<Ticket> = {}): Ticket {
  return {
    id: id("4", n),
    number: n,
    private: false,
    title: `Ticket ${n}`,
    statusId: todo.id,
    previousStatusId: null,
    createdUserId: ana,
    reportBy: null,
    assigneesIds: [],
    labels: [],
    lists: [],
    parentTicketId: null,
    subtasksOrder: [],
    priority: null,
    startDate: null,
    dueDate: null,
    completed: false,
    completedAt: null,
    completedByUserId: null,
    trashedAt: null,
    trashedByUserId: null,
    comments: 0,
    commentedByUserIds: [],
    completedIn: null,
    delayedFor: null,
    inProgressFor: 0,
    inProgressSince: null,
    createdAt,
    updatedAt: createdAt,
    ...over,
  };
}
