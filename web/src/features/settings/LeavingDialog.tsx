import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import { openTasksOf, reassign } from "@/actions/assigned";
import { faceOf } from "@/fields/people";
import { membersInOrder, memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { DeleteIntoDialog } from "@/ui/DeleteIntoDialog";
import type { ById } from "@/sync/types";
import type { PickerOption } from "@/ui/Picker";
import type { Member } from "@/wire/generated";

const KEEP = "keep";
const NONE = "none";

interface LeavingDialogProps {
  member: Member;
  title: string;
  text: string;
  confirm: string;
  /** Called once the tasks have their new assignee. */
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks what becomes of the open tasks of a member who leaves, is removed or is deactivated. */
export function LeavingDialog({ member, onConfirm, onCancel, ...words }: LeavingDialogProps) {
  const tickets = useTroupe((state) => state.tickets);
  const members = useTroupe((state) => state.members);
  const capabilities = useTroupe((state) => state.capabilities);
  const me = useTroupe((state) => state.me);
  const shares = useTroupe((state) => state.shares);
  const lists = useTroupe((state) => state.lists);
  const tasks = useMemo(() => openTasksOf({ tickets, capabilities, me, shares, lists }, member.id), [tickets, member.id, capabilities, me, shares, lists]);
  const targets = targetsFor(members, member.id);
  const leave = async (target: string) => {
    // The person may lose the right to change tasks by leaving, so the tasks come first.
    if (target !== KEEP && tasks.length > 0 && !(await reassign(tasks, member.id, target === NONE ? null : target))) return onCancel();
    onConfirm();
  };
  return (
    <DeleteIntoDialog
      {...words}
      ask={plural(tasks.length, { one: "# open task", other: "# open tasks" })}
      targets={targets}
      first={KEEP}
      empty={tasks.length === 0}
      onCancel={onCancel}
      onDelete={(target) => void leave(target)}
    />
  );
}

function targetsFor(members: ById<Member>, leaving: string): PickerOption[] {
  const others = membersInOrder({ members }).filter(({ id, state }) => state === "active" && id !== leaving);
  return [
    { id: KEEP, name: t`Keep assigned` },
    { id: NONE, name: t`Unassign` },
    ...others.map((other) => {
      const name = memberName(other);
      return { id: other.id, name: t`Assign to ${name}`, keywords: [other.username], picture: <Avatar person={faceOf(other)} size={18} decorative /> };
    }),
  ];
}
