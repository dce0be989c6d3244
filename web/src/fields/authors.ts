import { t } from "@lingui/core/macro";
import { UserCheck, UserPen } from "lucide-react";
import { memberName } from "@/sync/selectors";
import type { ById } from "@/sync/types";
import type { Member, Ticket } from "@/wire/generated";
import type { Field, SortPart } from "./field";
import { once, type Config } from "./options";
import { people } from "./people";

/** An order by the name of a person. */
const byName = (members: ById<Member>, order: number, read: (ticket: Ticket) => string | null): SortPart => ({
  order,
  ways: [() => t`A to Z`, () => t`Z to A`],
  key(ticket) {
    const member = members[read(ticket) ?? ""];
    return member ? memberName(member) : null;
  },
  collated: true,
});

const fields = once((members: ById<Member>): readonly Field[] => [
  {
    id: "creator",
    key: "createdUserId",
    word: "creator",
    name: () => t`Creator`,
    noun: () => t`creator`,
    value: { kind: "one", options: people, fixed: true, read: (ticket) => ticket.createdUserId, write: () => ({}) },
    column: { order: 78, width: 120, shown: false },
    filter: { order: 62, icon: UserPen },
    group: { order: 60 },
    sort: byName(members, 36, (ticket) => ticket.createdUserId),
  },
  {
    id: "completedBy",
    key: "completedByUserId",
    word: "completed-by",
    name: () => t`Completed by`,
    noun: () => t`person who completed it`,
    value: { kind: "one", options: people, none: { name: () => t`Not completed` }, fixed: true, read: (ticket) => ticket.completedByUserId, write: () => ({}) },
    column: { order: 86, width: 120, shown: false },
    filter: { order: 66, icon: UserCheck },
    group: { order: 62 },
    sort: byName(members, 37, (ticket) => ticket.completedByUserId),
  },
]);

/** The people who made and who finished a ticket. The panel shows each with the time. The same array until a member changes. */
export const authorFields = ({ members }: Config): readonly Field[] => fields(members);
