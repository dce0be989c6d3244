import { t } from "@lingui/core/macro";
import { mayOn, type Rights } from "./rights";
import { changeTickets } from "./tickets";

/** The open tasks of a member that another person may change. */
export function openTasksOf(view: Rights, userId: string): string[] {
  const open = Object.values(view.tickets).filter(({ assigneesIds, completed, trashedAt }) => assigneesIds.includes(userId) && !completed && trashedAt === null);
  return open.filter((ticket) => mayOn(view, "editTickets", [ticket])).map(({ id }) => id);
}

/**
 * Takes tasks from a member, and assigns them to the members of `to`, as one undo step. Resolves to true if the node has
 * stored all changes.
 */
export async function reassign(ticketIds: readonly string[], from: string, to: ReadonlyMap<string, string>): Promise<boolean> {
  const patchOf = (id: string) => ({ assigneesIds: { add: to.has(id) ? [to.get(id) ?? ""] : [], remove: [from] } });
  const answers = await changeTickets(ticketIds.map((ticketId) => ({ ticketId, patch: patchOf(ticketId) })), t`reassigning tasks`);
  return answers.every(({ ok }) => ok);
}
