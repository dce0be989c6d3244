import { plural } from "@lingui/core/macro";
import { useMemo } from "react";
import { faceOf } from "@/actions/choices";
import { useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { writeFilters } from "@/sync/arrange/address";
import { noFilters } from "@/sync/arrange/settings";
import { rowsOf } from "@/sync/rows";
import { memberName, membersInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import type { Entry } from "./entries";

/** The members. Choosing one shows the tasks assigned to that member. */
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
  return useMemo(
    () =>
      membersInOrder({ members }).map((member) => ({
        id: `person:${member.id}`,
        name: memberName(member),
        keywords: member.username,
        picture: <Avatar person={faceOf(member)} size={18} decorative />,
        sub: plural(counts.get(member.id) ?? 0, { one: "# task", other: "# tasks" }),
        run: () => void navigate(`${paths.collection(slug, "all")}${writeFilters("", { ...noFilters, assignees: [member.id] })}`),
      })),
    [members, counts, slug, navigate],
  );
}
