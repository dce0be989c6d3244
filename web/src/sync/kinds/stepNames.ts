import { plural, t } from "@lingui/core/macro";
import type { Command, TicketPatch } from "@/wire/generated";

/** The default name of a command for undo and redo; it follows "Undo:" and "Undid:". */
export function labelOf(command: Command): string {
  switch (command.kind) {
    case "ticket.update":
      return changeOf(command.patch);
    case "tickets.update": {
      const change = changeOf(command.patch);
      const count = command.ticketIds.length;
      return count === 1 ? change : plural(count, { one: `${change} on # task`, other: `${change} on # tasks` });
    }
    case "ticket.create":
      return t`creating a task`;
    case "ticket.trash":
      return t`moving a task to the trash`;
    case "tickets.trash":
      return plural(command.ticketIds.length, { one: "moving # task to the trash", other: "moving # tasks to the trash" });
    case "ticket.restore":
      return t`restoring a task`;
    case "tickets.restore":
      return plural(command.ticketIds.length, { one: "restoring # task", other: "restoring # tasks" });
    case "ticket.delete":
      return t`deleting a task`;
    case "ticket.move":
      return t`moving a task`;
    case "tickets.move":
      return plural(command.ticketIds.length, { one: "moving # task", other: "moving # tasks" });
    case "subtask.move":
      return t`moving a subtask`;
    case "link.create":
      return t`adding a link`;
    case "link.delete":
      return t`removing a link`;
    case "comment.create":
      return t`adding a comment`;
    case "comment.update":
      return t`editing a comment`;
    case "comment.delete":
      return t`deleting a comment`;
    case "reaction.add":
    case "reaction.remove":
      return t`reaction`;
    case "list.create":
      return t`creating a list`;
    case "list.update":
      return t`list change`;
    case "list.move":
      return t`moving a list`;
    case "list.delete":
      return t`deleting a list`;
    case "status.create":
      return t`creating a status`;
    case "status.update":
      return t`status change`;
    case "status.move":
      return t`moving a status`;
    case "status.delete":
      return t`deleting a status`;
    case "label.create":
      return t`creating a label`;
    case "label.update":
      return t`label change`;
    case "label.delete":
      return t`deleting a label`;
    case "workspace.update":
      return t`workspace change`;
    case "member.setRole":
      return t`role change`;
    case "member.remove":
      return t`removing a member`;
  }
}

function changeOf(patch: TicketPatch): string {
  const [field, more] = Object.keys(patch);
  if (more !== undefined) return t`changes`;
  switch (field) {
    case "title":
      return t`title change`;
    case "description":
      return t`description change`;
    case "statusId":
      return t`status change`;
    case "assigneesIds":
      return t`assignee change`;
    case "labels":
      return t`label change`;
    case "lists":
      return t`list change`;
    case "priority":
      return t`priority change`;
    case "startDate":
      return t`start date change`;
    case "dueDate":
      return t`due date change`;
    case "reportBy":
      return t`reporter change`;
    case "parentTicketId":
      return t`parent change`;
    case "private":
      return t`privacy change`;
    default:
      return t`changes`;
  }
}
