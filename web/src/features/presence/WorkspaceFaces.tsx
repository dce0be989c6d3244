import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import { actorsOf, fieldName, ticketsOf } from "@/actions/actors";
import { fieldsOf } from "@/fields/registry";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Stage } from "@/ui/Stage";
import type { PresenceMember } from "@/wire/generated";

export interface WorkspaceFacesProps {
  /** Opens the ticket in which a person is. */
  onFollow: (ticketId: string) => void;
}

/** The faces of the people in the workspace now. A click on a face opens the ticket that its person is in. */
export function WorkspaceFaces({ onFollow }: WorkspaceFacesProps) {
  const presence = useTroupe((state) => state.presence);
  const members = useTroupe((state) => state.members);
  const me = useTroupe((state) => state.me);
  const isIsolated = useTroupe((state) => state.nodeIsolated);
  const actors = useMemo(() => actorsOf({ presence, members, me }, () => true, where), [presence, members, me]);
  const tickets = useTroupe(useShallow(ticketsOf));
  const phone = useMediaQuery("(max-width: 767px)");
  const missing = isIsolated ? t`People on other servers aren't shown right now.` : undefined;
  return <Stage actors={actors} most={phone ? 2 : 5} places={tickets} onFollow={onFollow} missing={missing} />;
}

/** "due date of KEY-12"; null for a person without an open ticket. */
function where({ ticketId, field }: PresenceMember): string | null {
  const state = useTroupe.getState();
  const ticket = ticketId === null ? undefined : state.tickets[ticketId];
  const key = ticket && ticketKey(state, ticket);
  if (!key) return null;
  return field === null ? t`in ${key}` : t`in ${key}, ${fieldName(field, fieldsOf(state))}`;
}
