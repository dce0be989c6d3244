import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import { assignees } from "@/fields/assignees";
import { faceOf } from "@/fields/people";
import { useFields } from "@/fields/registry";
import { useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { writeFilters } from "@/fields/arrange/address";
import { unfiltered } from "@/fields/arrange/settings";
import { rowsOf } from "@/sync/tables/tableCopy";
import { memberName, membersInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import type { Member } from "@/wire/generated";
import type { Entry } from "./entries";

/**
 * People. Choosing one shows the tasks assigned to that person. A member without tasks leads to the list of members
 * instead of an empty list; anyone else without tasks is left out.
 */
export function usePeople(slug: string): Entry[] {
  const navigate = useNavigate();
  const fields = useFields();
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
      const to =
        count > 0 ? `${paths.collection(slug, "all")}${writeFilters("", { ...unfiltered, filters: { [assignees.id]: [member.id] } }, fields)}` : paths.settings(slug, "users");
      return {
        id: `person:${member.id}`,
        name: memberName(member),
        keywords: member.username,
        picture: <Avatar person={faceOf(member)} size={18} decorative />,
        sub: count > 0 ? plural(count, { one: "# task", other: "# tasks" }) : t`Member`,
        run: () => void navigate(to),
      };
    };
    return membersInOrder({ members })
      .filter(({ id, state }) => state === "active" || counts.has(id))
      .map(line);
  }, [members, counts, slug, navigate, fields]);
}
