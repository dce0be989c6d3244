import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { NONE, type GroupBy } from "@/sync/arrange/settings";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar, NoAvatar } from "@/ui/Avatar";
import { PriorityIcon } from "@/ui/PriorityIcon";
import { StatusIcon } from "@/ui/StatusIcon";
import { priorities, priorityNames } from "@/ui/vocabulary";
import { faceOf, sharesOf } from "./choices";

export interface GroupHead {
  name: string;
  picture: ReactNode;
}

/** What a group is called and looks like. */
export function useGroupHead(by: GroupBy, groupId: string): GroupHead {
  const status = useTroupe((state) => (by === "status" ? state.statuses[groupId] : undefined));
  const share = useTroupe((state) => (by === "status" ? sharesOf(state.statuses)[groupId] : undefined));
  const member = useTroupe((state) => (by === "assignee" ? state.members[groupId] : undefined));
  if (status) return { name: status.name, picture: <StatusIcon category={status.category} share={share} /> };
  if (member) return { name: memberName(member), picture: <Avatar person={faceOf(member)} size={18} decorative /> };
  if (by === "assignee") return { name: groupId === NONE ? t`No assignee` : t`Former member`, picture: <NoAvatar size={18} /> };
  const priority = priorities.find((known) => known === groupId);
  if (priority) return { name: priorityNames[priority], picture: <PriorityIcon priority={priority} /> };
  return { name: by === "priority" ? t`No priority` : t`Tasks`, picture: null };
}
