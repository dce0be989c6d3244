import { t } from "@lingui/core/macro";
import { homeIn, sees } from "@/sync/homes";
import { memberName, membersInOrder } from "@/sync/selectors";
import type { ById } from "@/sync/types";
import type { PersonFace } from "@/ui/vocabulary";
import type { Member } from "@/wire/generated";
import { once, type Config, type Option, type Options } from "./options";

/**
 * A member as the UI kit draws them. The face stays the same for the same row, so that its readers do not render again.
 */
export const faceOf = once((member: Member): PersonFace => ({ id: member.id, name: memberName(member), avatarUrl: member.avatarUrl }));

const optionOf = once((member: Member): Option => {
  const person = faceOf(member);
  return { id: member.id, name: person.name, look: { is: "person", person }, keywords: [member.username] };
});

const all = once((members: ById<Member>): readonly Option[] => membersInOrder({ members }).map(optionOf));

const picked = once((_members: ById<Member>) => new Map<string | null, readonly Option[]>());

/** The user comes first: the name that is chosen most often. */
function offered({ members, me }: Config): readonly Option[] {
  const known = picked(members).get(me) ?? all(members).toSorted((a, b) => Number(b.id === me) - Number(a.id === me));
  picked(members).set(me, known);
  return known;
}

/** The members of the workspace. A member who has left is found, but not offered. */
export const people: Options = {
  all: ({ members }) => all(members),
  offered,
  // A person may type any word as an id, also the name of a member of every object.
  find: ({ members }, id) => (Object.hasOwn(members, id) && members[id] ? optionOf(members[id]) : undefined),
  // A ticket names no person who does not see it.
  fits: (state, ticket, id) => sees(state, id, homeIn(state, ticket)),
  gone: () => t`Someone`,
  stray: { name: () => t`Former member`, look: { is: "noPerson" } },
};
