import { fieldName } from "@/actions/presence";
import { counted } from "@/lib/names";
import { memberName, ticketKey } from "@/sync/selectors";
import type { SyncState } from "@/sync/types";
import type { Command, TicketPatch } from "@/wire/generated";

/** A refused edit, for a person: what it was, and the text that would be lost with it. */
export interface Described {
  what: string;
  text: string | null;
}

type Known = Pick<SyncState, "tickets" | "workspace" | "lists" | "labels" | "statuses" | "members" | "me">;

export function describe(view: Known, command: Command): Described {
  const called = (id: string) => {
    const ticket = view.tickets[id];
    // Of a workspace that is closed to them a person sees nothing, and nothing is gone.
    if (!ticket) return view.workspace === null ? "a task" : "a task that is gone";
    return ticketKey(view, ticket) ?? `“${ticket.title}”`;
  };
  switch (command.kind) {
    case "ticket.create":
      return { what: "New task", text: [command.title, command.description].filter(Boolean).join("\n\n") };
    case "ticket.update":
      return { what: `${changed(command.patch)} of ${called(command.ticketId)}`, text: textIn(command.patch) };
    case "tickets.update":
      return { what: `${changed(command.patch)} of ${counted(command.ticketIds.length, "task")}`, text: textIn(command.patch) };
    case "comment.create":
      return { what: `Comment on ${called(command.ticketId)}`, text: command.message };
    case "comment.update":
      return { what: "Edited comment", text: command.message };
    case "comment.delete":
      return { what: "Deleting a comment", text: null };
    case "reaction.add":
    case "reaction.remove":
      return { what: `Reaction ${command.emoji}`, text: null };
    case "ticket.trash":
      return { what: `Moving ${called(command.ticketId)} to the trash`, text: null };
    case "ticket.restore":
      return { what: `Restoring ${called(command.ticketId)}`, text: null };
    case "ticket.delete":
      return { what: `Deleting ${called(command.ticketId)} for ever`, text: null };
    case "tickets.trash":
      return { what: `Moving ${counted(command.ticketIds.length, "task")} to the trash`, text: null };
    case "tickets.restore":
      return { what: `Restoring ${counted(command.ticketIds.length, "task")}`, text: null };
    case "tickets.move":
      return { what: `Moving ${counted(command.ticketIds.length, "task")}`, text: null };
    case "ticket.move":
    case "subtask.move":
      return { what: `Moving ${called(command.ticketId)}`, text: null };
    case "link.create":
      return { what: `Link between ${called(command.fromTicketId)} and ${called(command.toTicketId)}`, text: null };
    case "link.delete":
      return { what: "Removing a link", text: null };
    case "list.create":
    case "label.create":
    case "status.create":
      return { what: `New ${command.kind.split(".")[0] ?? "thing"}`, text: command.name };
    case "list.update":
      return { what: `Change of ${named("list", view.lists, command.listId)}`, text: textIn(command.patch) };
    case "label.update":
      return { what: `Change of ${named("label", view.labels, command.labelId)}`, text: textIn(command.patch) };
    case "status.update":
      return { what: `Change of ${named("status", view.statuses, command.statusId)}`, text: textIn(command.patch) };
    case "list.move":
      return { what: `Moving ${named("list", view.lists, command.listId)}`, text: null };
    case "status.move":
      return { what: `Moving ${named("status", view.statuses, command.statusId)}`, text: null };
    case "list.delete":
      return { what: `Deleting ${named("list", view.lists, command.listId)}`, text: null };
    case "label.delete":
      return { what: `Deleting ${named("label", view.labels, command.labelId)}`, text: null };
    case "status.delete":
      return { what: `Deleting ${named("status", view.statuses, command.statusId)}`, text: null };
    case "workspace.update":
      return { what: "Change of the workspace", text: textIn(command.patch) };
    case "member.setRole":
      return { what: `Change of the role of ${somebody(view, command.userId)}`, text: null };
    case "member.remove":
      return { what: command.userId === view.me ? "Leaving the workspace" : `Removing ${somebody(view, command.userId)}`, text: null };
    default:
      // Kept by another version of the app.
      return { what: "An edit that this version does not know", text: null };
  }
}

const somebody = ({ members }: Known, id: string): string => (members[id] ? memberName(members[id]) : "somebody who is gone");

const named = (thing: string, table: Readonly<Record<string, { name: string }>>, id: string): string =>
  table[id] ? `the ${thing} “${table[id].name}”` : `a ${thing} that is gone`;

function changed(patch: TicketPatch): string {
  const fields = Object.keys(patch).map(fieldName);
  const listed = fields.length > 1 ? `${fields.slice(0, -1).join(", ")} and ${fields.at(-1) ?? ""}` : (fields[0] ?? "change");
  return listed.charAt(0).toUpperCase() + listed.slice(1);
}

function textIn(patch: object): string | null {
  const texts = Object.entries(patch).flatMap(([field, value]) =>
    typeof value === "string" && ["title", "description", "name"].includes(field) ? [value] : [],
  );
  return texts.length > 0 ? texts.join("\n\n") : null;
}
