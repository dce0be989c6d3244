import { homeIn, sees } from "@/sync/homes";
import { memberName, membersInOrder } from "@/sync/selectors";
import type { SyncState } from "@/sync/types";
import type { Member } from "@/wire/generated";

/** The most people that are offered at once. */
const most = 8;

/** A person whose name begins as typed, and whether the person sees the task. */
export interface Offered {
  member: Member;
  sees: boolean;
}

export type Known = Pick<SyncState, "members" | "roles" | "shares" | "tickets" | "me">;

/** The people whose name or username begins as typed; those who see the task come first. */
export function offeredPeople(known: Known, ticketId: string, typed: string): Offered[] {
  const ticket = known.tickets[ticketId];
  if (!ticket) return [];
  const name = typed.toLowerCase();
  const home = homeIn(known, ticket);
  const begins = (member: Member) => [member.username, ...memberName(member).split(" ")].some((part) => part.toLowerCase().startsWith(name));
  const found = membersInOrder(known)
    .filter((member) => member.state === "active" && member.id !== known.me && begins(member))
    .map((member) => ({ member, sees: sees(known, member.id, home) }));
  return [...found.filter((one) => one.sees), ...found.filter((one) => !one.sees)].slice(0, most);
}
