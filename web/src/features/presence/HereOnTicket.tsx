import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { actorsOf, fieldName } from "@/actions/actors";
import { useFields } from "@/fields/registry";
import { useTroupe } from "@/sync/store";
import { Stage } from "@/ui/Stage";

/** The faces of the people in a ticket. */
export function HereOnTicket({ ticketId }: { ticketId: string }) {
  const presence = useTroupe((state) => state.presence);
  const members = useTroupe((state) => state.members);
  const me = useTroupe((state) => state.me);
  const fields = useFields();
  const actors = useMemo(
    () =>
      actorsOf(
        { presence, members, me },
        (member) => member.ticketId === ticketId,
        ({ field }) => (field === null ? null : t`in ${fieldName(field, fields)}`),
      ),
    [presence, members, me, ticketId, fields],
  );
  return <Stage actors={actors} />;
}
