import { people } from "@/fields/people";
import { roleAllows } from "@/sync/homes";
import { levelOf } from "@/sync/kinds/share";
import { membersInOrder } from "@/sync/selectors";
import { dispatchAll, useTroupe } from "@/sync/store";
import { byRank } from "@/sync/tables/rank";
import type { SyncState } from "@/sync/types";
import type { Command, List, Member } from "@/wire/generated";
import { reassign } from "./assigned";
import { commandsFor } from "./tickets";

type Shared = Pick<SyncState, "members" | "shares" | "lists">;

/** The restricted lists that a person manages and that no other active member manages, in the order of the lists. */
export function managedAlone({ members, shares, lists }: Shared, userId: string): List[] {
  const managers = Object.values(shares).filter((share) => levelOf(share) === "manage");
  const others = new Set(managers.filter((share) => share.userId !== userId && members[share.userId]?.state === "active").map(({ listId }) => listId));
  const own = managers.filter((share) => share.userId === userId && !others.has(share.listId));
  return own.flatMap(({ listId }) => lists[listId] ?? []).toSorted(byRank);
}

/** The active members who can become the next manager of a list: first those who see it, then the others, by name. */
export function successorsFor(view: Pick<SyncState, "members" | "shares" | "roles">, listId: string, userId: string): { member: Member; sees: boolean }[] {
  const shared = new Set(Object.values(view.shares).flatMap((share) => (share.listId === listId ? [share.userId] : [])));
  const able = membersInOrder(view).filter(({ id, state, role }) => id !== userId && state === "active" && roleAllows(view.roles, role, "restrictLists"));
  return able.map((member) => ({ member, sees: shared.has(member.id) })).toSorted((a, b) => Number(b.sees) - Number(a.sees));
}

/** A list and the person who becomes its manager. */
export interface NextManager {
  listId: string;
  userId: string;
}

/** The commands that give each list its new manager, and the commands that undo this. */
export function successionOf({ shares }: Pick<SyncState, "shares">, successors: readonly NextManager[]): { there: Command[]; back: Command[] } {
  const back = successors.map(({ listId, userId }): Command => {
    const level = levelOf(Object.values(shares).find((share) => share.listId === listId && share.userId === userId));
    return level ? { kind: "share.set", listId, userId, level } : { kind: "share.remove", listId, userId };
  });
  return { there: successors.map(({ listId, userId }) => ({ kind: "share.set", listId, userId, level: "manage" })), back };
}

/** A part of a departure. `go` resolves to false if the node refused all or some of it. */
export interface Step {
  go: () => Promise<boolean>;
  /** Undoes what was done, even if only some of it was. */
  back: () => Promise<unknown>;
}

/** Runs the steps in order. If a step fails, undoes it and all steps before it, the last one first. True if all succeeded. */
export async function allOrNothing(steps: readonly Step[]): Promise<boolean> {
  const taken: Step[] = [];
  for (const step of steps) {
    taken.unshift(step);
    if (await step.go()) continue;
    for (const { back } of taken) await back();
    return false;
  }
  return true;
}

const send = (commands: Command[]) => dispatchAll(commands, { undo: false });

/** Gives lists their new managers. */
export function handListsOver(successors: readonly NextManager[]): Step {
  const { there, back } = successionOf(useTroupe.getState(), successors);
  const done: Command[] = [];
  return {
    go: async () => {
      const answers = await send(there);
      done.push(...back.filter((_, n) => answers[n]?.ok));
      return done.length === there.length;
    },
    back: () => send(done),
  };
}

/** The tasks that a person sees. Only people who see a task can be assigned to it. */
export function seenBy(view: SyncState, ticketIds: readonly string[], userId: string): string[] {
  return ticketIds.filter((id) => view.tickets[id] && people.fits?.(view, view.tickets[id], userId));
}

/** Reassigns the open tasks of a person to another one, or to no one. Tasks that the other person does not see get no assignee. */
export function handTasksOver(ticketIds: readonly string[], from: string, to: string | null): Step {
  const has = (id: string, userId: string | null) => userId !== null && (useTroupe.getState().tickets[id]?.assigneesIds.includes(userId) ?? false);
  const hadBefore = new Set(ticketIds.filter((id) => has(id, to)));
  return {
    go: () => reassign(ticketIds, from, new Map(to === null ? [] : seenBy(useTroupe.getState(), ticketIds, to).map((id) => [id, to]))),
    back: () => {
      const taken = ticketIds.filter((id) => !has(id, from));
      const given = (id: string) => (to !== null && has(id, to) && !hadBefore.has(id) ? [to] : []);
      return send(commandsFor(taken.map((id) => ({ ticketId: id, patch: { assigneesIds: { add: [from], remove: given(id) } } }))));
    },
  };
}
