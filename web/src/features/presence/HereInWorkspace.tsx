import { useMemo } from "react";
import { actorsOf, fieldName } from "@/actions/presence";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Stage } from "@/ui/Stage";
import type { PresenceMember } from "@/wire/generated";

interface HereInWorkspaceProps {
  /** Opens the ticket in which a person is. */
  onFollow: (ticketId: string) => void;
}

/** The faces of everybody who is in the workspace now; a press leads to where they are. */
export function HereInWorkspace({ onFollow }: HereInWorkspaceProps) {
  const presence = useTroupe((state) => state.presence);
  const members = useTroupe((state) => state.members);
  const me = useTroupe((state) => state.me);
  const actors = useMemo(() => actorsOf({ presence, members, me }, () => true, where), [presence, members, me]);
  const follow = (userId: string) => {
    const ticketId = presence.find((member) => member.userId === userId && member.ticketId !== null)?.ticketId;
    if (ticketId) onFollow(ticketId);
  };
  return <Stage actors={actors} onFollow={follow} />;
}

/** "due date of KEY-12"; nothing for somebody who has no ticket open. */
function where({ ticketId, field }: PresenceMember): string | null {
  const state = useTroupe.getState();
  const ticket = ticketId === null ? undefined : state.tickets[ticketId];
  const key = ticket && ticketKey(state, ticket);
  if (!key) return null;
  return field === null ? `in ${key}` : `in the ${fieldName(field)} of ${key}`;
}
