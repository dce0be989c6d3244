import type { Command } from "@/wire/generated";
import { predictComment } from "./comments";
import { predictConfig } from "./config";
import * as tickets from "./tickets";
import type { PredictContext, World } from "./world";

/**
 * Writes on the world what the node will most likely decide. Total: what it
 * cannot judge (a missing row, a cycle) it leaves as it is, and the node's
 * refusal tells the person.
 */
export function predict(world: World, command: Command, context: PredictContext): void {
  switch (command.kind) {
    case "ticket.create":
      return tickets.createTicket(world, command, context);
    case "ticket.update":
      return tickets.patchTicket(world, command.ticketId, command.patch, context);
    case "tickets.update":
      return command.ticketIds.forEach((id) => tickets.patchTicket(world, id, command.patch, context));
    case "ticket.trash":
      return tickets.trashTicket(world, command.ticketId, context);
    case "tickets.trash":
      return command.ticketIds.forEach((id) => tickets.trashTicket(world, id, context));
    case "ticket.restore":
      return tickets.restoreTicket(world, command.ticketId, context);
    case "tickets.restore":
      return command.ticketIds.forEach((id) => tickets.restoreTicket(world, id, context));
    case "ticket.delete":
      return tickets.deleteTicket(world, command.ticketId);
    case "ticket.move":
      return tickets.placeTickets(world, [command.ticketId], command);
    case "tickets.move":
      return tickets.placeTickets(world, command.ticketIds, command);
    case "subtask.move":
      return tickets.moveSubtask(world, command);
    case "link.create": {
      const { linkId: id, linkKind: kind, fromTicketId, toTicketId } = command;
      if (fromTicketId === toTicketId || !world.ticket(fromTicketId) || !world.ticket(toTicketId)) return;
      const link = { id, kind, fromTicketId, toTicketId, createdUserId: context.me, createdAt: context.at };
      return world.rows.set("link", id, link);
    }
    case "link.delete":
      return world.rows.delete("link", command.linkId);
    case "comment.create":
    case "comment.update":
    case "comment.delete":
    case "reaction.add":
    case "reaction.remove":
      return predictComment(world, command, context);
    default:
      return predictConfig(world, command, context);
  }
}
