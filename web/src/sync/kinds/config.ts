import { isBlank, lineOf } from "@/lib/text";
import type { Color, Command } from "@/wire/generated";
import { rankBehind, rankLast, type Ranked } from "../tables/rank";
import { patchTicket } from "./tickets";
import type { PredictContext, World } from "./world";

type ConfigCommand = Extract<Command, { kind: `${"workspace" | "member" | "status" | "list" | "label"}.${string}` }>;

const hues: Color[] = ["grey", "red", "orange", "amber", "olive", "green", "teal", "cyan", "blue", "indigo", "violet", "pink"];

/** The hue of the n-th thing when nobody chose one, as the node picks it. */
export const nthColor = (n: number): Color => hues[1 + ((n * 5) % 11)] ?? "grey";

export function predictConfig(world: World, command: ConfigCommand, context: PredictContext): void {
  const rows = world.rows;
  const name = "name" in command ? command.name : "patch" in command ? command.patch.name : undefined;
  // The node refuses a name with nothing visible.
  if (name !== undefined && isBlank(name)) return;
  switch (command.kind) {
    case "workspace.update":
      return rows.patch("workspace", context.workspaceId, trimmed(command.patch));
    case "member.setRole":
      return rows.patch("member", command.userId, { role: command.role });
    case "member.remove":
      return rows.patch("member", command.userId, { state: "left" });
    case "status.create": {
      const { statusId: id, name, category } = command;
      const rank = placed(rows.rows("status"), command.after);
      return rows.set("status", id, { id, name: lineOf(name), category, rank, createdAt: context.at });
    }
    case "status.update":
      return rows.patch("status", command.statusId, trimmed(command.patch));
    case "status.move": {
      const rank = moved(rows.rows("status"), command.statusId, command.after);
      return rank === null ? undefined : rows.patch("status", command.statusId, { rank });
    }
    case "status.delete": {
      if (!rows.get("status", command.moveTo)) return;
      for (const ticket of rows.rows("ticket")) {
        if (ticket.statusId === command.statusId) patchTicket(world, ticket.id, { statusId: command.moveTo }, context);
      }
      return rows.delete("status", command.statusId);
    }
    case "list.create": {
      const lists = rows.rows("list");
      const { listId: id, name, color } = command;
      return rows.set("list", id, {
        id,
        name: lineOf(name),
        color: color ?? nthColor(lists.length),
        rank: placed(lists, command.after),
        suggested: false,
        createdUserId: context.me,
        createdAt: context.at,
      });
    }
    case "list.update":
      return rows.patch("list", command.listId, trimmed(command.patch));
    case "list.move": {
      const rank = moved(rows.rows("list"), command.listId, command.after);
      return rank === null ? undefined : rows.patch("list", command.listId, { rank });
    }
    case "list.delete": {
      const lists = { add: command.moveTo ? [command.moveTo] : [], remove: [command.listId] };
      for (const ticket of rows.rows("ticket")) {
        if (ticket.lists.some((it) => it.listId === command.listId)) patchTicket(world, ticket.id, { lists }, context);
      }
      return rows.delete("list", command.listId);
    }
    case "label.create": {
      const { labelId: id, name } = command;
      const color = command.color ?? nthColor(rows.rows("label").length);
      return rows.set("label", id, { id, name: lineOf(name), color, createdAt: context.at });
    }
    case "label.update":
      return rows.patch("label", command.labelId, trimmed(command.patch));
    case "label.delete": {
      const labels = { add: [], remove: [command.labelId] };
      for (const ticket of rows.rows("ticket")) {
        if (ticket.labels.includes(command.labelId)) patchTicket(world, ticket.id, { labels }, context);
      }
      return rows.delete("label", command.labelId);
    }
  }
}

/** New things go behind `after`, or behind all. */
function placed(others: Ranked[], after: string | null | undefined): string {
  return (after ? rankBehind(others, after) : null) ?? rankLast(others);
}

/** Moved things go behind `after`, or in front of all. */
function moved(all: Ranked[], id: string, after: string | null | undefined): string | null {
  return rankBehind(all, after ?? null, id);
}

function trimmed<T extends { name?: string }>(patch: T): T {
  return patch.name === undefined ? patch : { ...patch, name: lineOf(patch.name) };
}
