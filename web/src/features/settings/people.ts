import { jobOf } from "@/fields/job";
import { deactivatedInOrder, membersInOrder, memberName } from "@/sync/selectors";
import type { ById } from "@/sync/types";
import type { HeldRole, Member, Role } from "@/wire/generated";
import type { PersonOfWorkspace } from "@/wire/http.generated";

/** Owners first, guests last, and between members and guests the roles that the workspace defines. */
const standing: readonly Role[] = ["owner", "admin", "member"];

const placeOf = (role: HeldRole): number => {
  const place = standing.findIndex((known) => known === role);
  return role === "guest" ? standing.length + 1 : place < 0 ? standing.length : place;
};

/** True if the texts together hold each word of a search. */
export function matches(find: string, texts: readonly string[]): boolean {
  const text = texts.join(" ").toLocaleLowerCase();
  return find.toLocaleLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/**
 * The active members, owners first, the people whom imports only named, and the deactivated members. Each list is in order of name and holds the
 * names that match, or the jobs, addresses or restricted lists, as far as they are known.
 */
export function castOf(members: ById<Member>, find: string, known?: ReadonlyMap<string, Pick<PersonOfWorkspace, "email">>, lists?: ReadonlyMap<string, readonly string[]>): { active: Member[]; pending: Member[]; deactivated: Member[] } {
  const wanted = (member: Member) =>
    matches(find, [memberName(member), member.username, jobOf(member), known?.get(member.id)?.email ?? "", ...(lists?.get(member.id) ?? [])]);
  const found = membersInOrder({ members }).filter(wanted);
  return {
    active: found
      .filter(({ state }) => state === "active")
      .toSorted((a, b) => placeOf(a.role) - placeOf(b.role)),
    pending: found.filter(({ state }) => state === "pending"),
    deactivated: deactivatedInOrder({ members }).filter(wanted),
  };
}
