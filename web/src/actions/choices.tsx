import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { labelsInOrder, listsInOrder, memberName, membersInOrder, statusesInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { ById } from "@/sync/types";
import { Avatar } from "@/ui/Avatar";
import { LabelDot, ListDot } from "@/ui/Label";
import type { PickerOption } from "@/ui/Picker";
import { PriorityIcon } from "@/ui/PriorityIcon";
import { StatusIcon } from "@/ui/StatusIcon";
import { statusShares } from "@/ui/statusShare";
import { priorities, priorityNames, type PersonFace } from "@/ui/vocabulary";
import type { Member, Status } from "@/wire/generated";

const shares = new WeakMap<ById<Status>, Record<string, number>>();

/** How full each status is drawn, for all rows at once. */
export function sharesOf(statuses: ById<Status>): Record<string, number> {
  const known = shares.get(statuses) ?? statusShares(statusesInOrder({ statuses }));
  shares.set(statuses, known);
  return known;
}

const faces = new WeakMap<Member, PersonFace>();

/** A member as the kit draws them; the same face for the same row, so that what shows it stays still. */
export function faceOf(member: Member): PersonFace {
  const known = faces.get(member) ?? { id: member.id, name: memberName(member), avatarUrl: member.avatarUrl };
  faces.set(member, known);
  return known;
}

/** Stands after the priorities, for a ticket that has none. */
export const noPriority: PickerOption = {
  id: "none",
  get name() {
    return t`No priority`;
  },
};

/** The values that a ticket's fields can take, as pickers show them. */
export interface Choices {
  status: PickerOption[];
  assignees: PickerOption[];
  lists: PickerOption[];
  labels: PickerOption[];
  priority: PickerOption[];
}

export function useChoices(): Choices {
  const me = useTroupe((state) => state.me);
  const statuses = useTroupe((state) => state.statuses);
  const members = useTroupe((state) => state.members);
  const lists = useTroupe((state) => state.lists);
  const labels = useTroupe((state) => state.labels);
  return useMemo(
    () => ({
      status: statusesInOrder({ statuses }).map(({ id, name, category }) => ({
        id,
        name,
        picture: <StatusIcon category={category} share={sharesOf(statuses)[id]} />,
      })),
      // Oneself first: the name that is chosen most.
      assignees: membersInOrder({ members }).toSorted((a, b) => Number(b.id === me) - Number(a.id === me)).map((member) => ({
        id: member.id,
        name: memberName(member),
        keywords: [member.username],
        picture: <Avatar person={faceOf(member)} size={18} decorative />,
      })),
      lists: listsInOrder({ lists })
        .toSorted((a, b) => Number(a.suggested) - Number(b.suggested))
        .map(({ id, name, color, suggested }) => ({ id, name, picture: <ListDot hue={color} outline={suggested} /> })),
      labels: labelsInOrder({ labels }).map(({ id, name, color }) => ({ id, name, picture: <LabelDot hue={color} /> })),
      priority: priorities.map((id) => ({ id, name: priorityNames[id], picture: <PriorityIcon priority={id} /> })),
    }),
    [me, statuses, members, lists, labels],
  );
}
