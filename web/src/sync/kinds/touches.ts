import type { Command, TicketPatch } from "@/wire/generated";

export interface Touch {
  id: string;
  fields: string[];
}

const fieldsOf = (patch: TicketPatch | object) => Object.keys(patch);

/** The entities that a command names, with the fields it changes: what shows a "saving" mark. */
export function touchesOf(command: Command): Touch[] {
  switch (command.kind) {
    case "workspace.update":
      return [];
    case "member.setRole":
      return [{ id: command.userId, fields: ["role"] }];
    case "member.remove":
      return [{ id: command.userId, fields: ["state"] }];
    case "status.create":
      return [{ id: command.statusId, fields: ["id"] }];
    case "status.update":
      return [{ id: command.statusId, fields: fieldsOf(command.patch) }];
    case "status.move":
      return [{ id: command.statusId, fields: ["rank"] }];
    case "status.delete":
      return [{ id: command.statusId, fields: ["id"] }];
    case "list.create":
    case "list.delete":
      return [{ id: command.listId, fields: ["id"] }];
    case "list.update":
      return [{ id: command.listId, fields: fieldsOf(command.patch) }];
    case "list.move":
      return [{ id: command.listId, fields: ["rank"] }];
    case "label.create":
    case "label.delete":
      return [{ id: command.labelId, fields: ["id"] }];
    case "label.update":
      return [{ id: command.labelId, fields: fieldsOf(command.patch) }];
    case "ticket.create":
      return [{ id: command.ticketId, fields: ["id"] }];
    case "ticket.update":
      return [{ id: command.ticketId, fields: fieldsOf(command.patch) }];
    case "tickets.update":
      return command.ticketIds.map((id) => ({ id, fields: fieldsOf(command.patch) }));
    case "ticket.trash":
    case "ticket.restore":
      return [{ id: command.ticketId, fields: ["trashedAt"] }];
    case "tickets.trash":
    case "tickets.restore":
      return command.ticketIds.map((id) => ({ id, fields: ["trashedAt"] }));
    case "ticket.delete":
      return [{ id: command.ticketId, fields: ["id"] }];
    case "tickets.move":
      return command.ticketIds.map((id) => ({ id, fields: ["lists"] }));
    case "ticket.move":
      return [{ id: command.ticketId, fields: ["lists"] }];
    case "subtask.move":
      return [{ id: command.ticketId, fields: ["subtasksOrder"] }];
    case "link.create":
      return [command.fromTicketId, command.toTicketId].map((id) => ({ id, fields: ["links"] }));
    case "link.delete":
      return [{ id: command.linkId, fields: ["id"] }];
    case "comment.create":
      return [
        { id: command.commentId, fields: ["id"] },
        { id: command.ticketId, fields: ["comments"] },
      ];
    case "comment.update":
    case "comment.delete":
      return [{ id: command.commentId, fields: ["message"] }];
    case "reaction.add":
    case "reaction.remove":
      return [{ id: command.activityId, fields: ["reactions"] }];
    default:
      // Kept by another version of the app.
      return [];
  }
}
