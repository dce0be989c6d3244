import { audienceOf, roleAllows, type Sight } from "@/sync/homes";
import { levelOf } from "@/sync/kinds/share";
import { memberName, membersInOrder } from "@/sync/selectors";
import type { SyncState } from "@/sync/types";
import type { Level, Member, Share } from "@/wire/generated";
import { levels } from "@/fields/levels";

/** A person with whom a list is shared. */
export interface Access {
  member: Member;
  level: Level;
  /** True if no other active member manages the list: then the level stays, and so does the person. */
  isLastManager: boolean;
  /** True if the role of the person lets them manage lists. */
  mayManage: boolean;
}

/** The people with whom a restricted list is shared: the highest level first, then by name. */
export function accessTo({ members, roles, shares }: Pick<SyncState, "members" | "roles" | "shares">, listId: string): Access[] {
  const own = Object.values(shares).filter((share) => share.listId === listId);
  const isActive = ({ userId }: Share) => members[userId]?.state === "active";
  const managers = own.filter((share) => levelOf(share) === "manage" && isActive(share));
  return own
    .flatMap((share): Access[] => {
      const member = members[share.userId];
      if (!member) return [];
      const level = levelOf(share) ?? "view";
      const isLastManager = managers.length === 1 && managers[0]?.userId === share.userId;
      return [{ member, level, isLastManager, mayManage: roleAllows(roles, member.role, "restrictLists") }];
    })
    .toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level) || memberName(a.member).localeCompare(memberName(b.member)));
}

/** The active people with whom a list can still be shared, by name. */
export function withoutAccess(view: Pick<SyncState, "members" | "shares">, listId: string): Member[] {
  const known = new Set(Object.values(view.shares).flatMap((share) => (share.listId === listId ? [share.userId] : [])));
  return membersInOrder(view).filter(({ id, state }) => state === "active" && !known.has(id));
}

/** The other people who gain and lose the sight of a list if it is restricted, or opened to all. */
export function audienceChange(view: Sight, listId: string, to: "restricted" | "open"): { gain: Member[]; lose: Member[] } {
  const others = (members: readonly Member[]) => members.filter(({ id }) => id !== view.me);
  const open = others(audienceOf(view, "open"));
  if (to === "restricted") return { gain: [], lose: open };
  const shared = others(audienceOf(view, listId));
  return { gain: open.filter((one) => !shared.includes(one)), lose: shared.filter((one) => !open.includes(one)) };
}
