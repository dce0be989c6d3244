import { plural, t } from "@lingui/core/macro";
import { i18n, listed } from "@/words/i18n";
import { fieldName } from "@/actions/presence";
import { explain } from "@/actions/refusals";
import { memberName, ticketKey } from "@/sync/selectors";
import type { RefusedCommand, SyncState } from "@/sync/types";
import type { Command, TicketPatch } from "@/wire/generated";

/** What was not saved and why, in a sentence or two. */
export function whyNotSaved(view: Known, { command, error }: Pick<RefusedCommand, "command" | "error">): string {
  const leaves = command.kind === "member.remove" && command.userId === view.me;
  if (leaves && error.code === "last_owner") return t`You can't leave: you're the only owner.`;
  return t`Not saved: ${describe(view, command).what}. ${explain(view, error)}`;
}

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
    if (!ticket) return view.workspace === null ? t`a task` : t`a deleted task`;
    return ticketKey(view, ticket) ?? `“${ticket.title}”`;
  };
  switch (command.kind) {
    case "ticket.create":
      return { what: t`New task`, text: [command.title, command.description].filter(Boolean).join("\n\n") };
    case "ticket.update":
      return { what: t`${changed(command.patch)} of ${called(command.ticketId)}`, text: textIn(command.patch) };
    case "tickets.update":
      return { what: plural(command.ticketIds.length, { one: `${changed(command.patch)} of # task`, other: `${changed(command.patch)} of # tasks` }), text: textIn(command.patch) };
    case "comment.create":
      return { what: t`Comment on ${called(command.ticketId)}`, text: command.message };
    case "comment.update":
      return { what: t`Edited comment`, text: command.message };
    case "comment.delete":
      return { what: t`Deleting a comment`, text: null };
    case "reaction.add":
    case "reaction.remove":
      return { what: t`Reaction ${command.emoji}`, text: null };
    case "ticket.trash":
      return { what: t`Moving ${called(command.ticketId)} to the trash`, text: null };
    case "ticket.restore":
      return { what: t`Restoring ${called(command.ticketId)}`, text: null };
    case "ticket.delete":
      return { what: t`Deleting ${called(command.ticketId)} permanently`, text: null };
    case "tickets.trash":
      return { what: plural(command.ticketIds.length, { one: "Moving # task to the trash", other: "Moving # tasks to the trash" }), text: null };
    case "tickets.restore":
      return { what: plural(command.ticketIds.length, { one: "Restoring # task", other: "Restoring # tasks" }), text: null };
    case "tickets.move":
      return { what: plural(command.ticketIds.length, { one: "Moving # task", other: "Moving # tasks" }), text: null };
    case "ticket.move":
    case "subtask.move":
      return { what: t`Moving ${called(command.ticketId)}`, text: null };
    case "link.create":
      return { what: t`Link between ${called(command.fromTicketId)} and ${called(command.toTicketId)}`, text: null };
    case "link.delete":
      return { what: t`Removing a link`, text: null };
    case "list.create":
      return { what: t`New list`, text: command.name };
    case "label.create":
      return { what: t`New label`, text: command.name };
    case "status.create":
      return { what: t`New status`, text: command.name };
    case "list.update":
      return { what: t`Change to the list “${named(view.lists, command.listId)}”`, text: textIn(command.patch) };
    case "label.update":
      return { what: t`Change to the label “${named(view.labels, command.labelId)}”`, text: textIn(command.patch) };
    case "status.update":
      return { what: t`Change to the status “${named(view.statuses, command.statusId)}”`, text: textIn(command.patch) };
    case "list.move":
      return { what: t`Moving the list “${named(view.lists, command.listId)}”`, text: null };
    case "status.move":
      return { what: t`Moving the status “${named(view.statuses, command.statusId)}”`, text: null };
    case "list.delete":
      return { what: t`Deleting the list “${named(view.lists, command.listId)}”`, text: null };
    case "label.delete":
      return { what: t`Deleting the label “${named(view.labels, command.labelId)}”`, text: null };
    case "status.delete":
      return { what: t`Deleting the status “${named(view.statuses, command.statusId)}”`, text: null };
    case "workspace.update":
      return { what: t`Change to the workspace`, text: textIn(command.patch) };
    case "member.setRole":
      return { what: t`Role of ${somebody(view, command.userId)}`, text: null };
    case "member.remove":
      return { what: command.userId === view.me ? t`Leaving the workspace` : t`Removing ${somebody(view, command.userId)}`, text: null };
    default:
      // Kept by another version of the app.
      return { what: t`An edit that this version doesn't recognize`, text: null };
  }
}

const somebody = ({ members }: Known, id: string): string => (members[id] ? memberName(members[id]) : t`a former member`);

const named = (table: Readonly<Record<string, { name: string }>>, id: string): string => table[id]?.name ?? t`(deleted)`;

function changed(patch: TicketPatch): string {
  const fields = Object.keys(patch).map(fieldName);
  const all = fields.length > 0 ? listed(fields) : t`change`;
  return all.charAt(0).toLocaleUpperCase(i18n.locale) + all.slice(1);
}

function textIn(patch: object): string | null {
  const texts = Object.entries(patch).flatMap(([field, value]) =>
    typeof value === "string" && ["title", "description", "name"].includes(field) ? [value] : [],
  );
  return texts.length > 0 ? texts.join("\n\n") : null;
}
