import type { Outbox } from "./outbox";
import { unsettled } from "./outbox";
import type { Run } from "../replica/replica";
import type { Overwritten } from "../types";

/** Own descriptions without an event yet: by ticket, the ids of their commands and the last text. */
function ownTexts(outbox: Outbox): Map<string, { ids: Set<string>; text: string }> {
  const own = new Map<string, { ids: Set<string>; text: string }>();
  for (const { id, command } of unsettled(outbox)) {
    if (command.kind !== "ticket.update" || command.patch.description === undefined) continue;
    const ids = own.get(command.ticketId)?.ids ?? new Set<string>();
    own.set(command.ticketId, { ids: ids.add(id), text: command.patch.description });
  }
  return own;
}

/**
 * Descriptions of other people in these runs that an own save at the same time replaces. The node keeps the later of
 * the two, and neither writer did anything wrong. So the later writer is asked to choose.
 */
export function overwrittenIn(runs: readonly Run[], outbox: Outbox): Readonly<Record<string, Overwritten>> {
  const own = ownTexts(outbox);
  const lost: Record<string, Overwritten> = {};
  if (own.size === 0) return lost;
  for (const { commandId, by, changes } of runs.flatMap(({ events }) => events)) {
    for (const { entity, id, op, data } of changes) {
      const mine = entity === "ticket" && op === "update" ? own.get(id) : undefined;
      if (!mine || data?.description === undefined) continue;
      // After the own event, a description of another person is simply the newer text.
      if (mine.ids.has(commandId)) mine.ids.delete(commandId);
      else if (mine.ids.size > 0 && data.description !== mine.text) lost[id] = { by, text: (data.description as string | null) ?? "" };
    }
  }
  return lost;
}
