import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import { faceOf } from "@/fields/people";
import { useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { rowsOf } from "@/sync/tables/tableCopy";
import { memberName, membersInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import type { Member } from "@/wire/generated";
import type { Entry } from "./entries";

/** The people of the workspace. Choosing a person opens the page of that person. People who are not active members and have no tasks are left out. */
export function usePeople(slug: string): Entry[] {
  const navigate = useNavigate();
  const members = useTroupe((state) => state.members);
  const tickets = useTroupe((state) => state.tickets);
  const counts = useMemo(() => {
    const byPerson = new Map<string, number>();
    for (const ticket of rowsOf(tickets))
      if (ticket.trashedAt === null) for (const id of ticket.assigneesIds) byPerson.set(id, (byPerson.get(id) ?? 0) + 1);
    return byPerson;
  }, [tickets]);
  return useMemo(() => {
    const line = (member: Member) => {
      const count = counts.get(member.id) ?? 0;
      return {
        id: `person:${member.id}`,
        kind: "person" as const,
        name: memberName(member),
        keywords: member.username,
        picture: <Avatar person={faceOf(member)} size={18} decorative />,
        sub: count > 0 ? plural(count, { one: "# task", other: "# tasks" }) : t`Member`,
        run: () => navigate(paths.record(slug, "person", member.id)),
      };
    };
    return membersInOrder({ members })
      .filter(({ id, state }) => state === "active" || counts.has(id))
      .map(line);
  }, [members, counts, slug, navigate]);
}
