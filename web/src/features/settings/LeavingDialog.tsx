import { plural, t } from "@lingui/core/macro";
import { ChevronDown } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { openTasksOf } from "@/actions/assigned";
import { allOrNothing, handListsOver, handTasksOver, managedAlone, seenBy, successionOf, successorsFor, type NextManager, type Step } from "@/actions/leaving";
import { faceOf } from "@/fields/people";
import { membersInOrder, memberName } from "@/sync/selectors";
import { preview, useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import { DeleteIntoDialog } from "@/ui/DeleteIntoDialog";
import { Icon } from "@/ui/Icon";
import { Picker, type PickerOption } from "@/ui/Picker";
import type { ById } from "@/sync/types";
import type { List, Member } from "@/wire/generated";
import styles from "./LeavingDialog.module.css";

const KEEP = "keep";
const NONE = "none";

interface LeavingDialogProps {
  member: Member;
  title: string;
  text: string;
  confirm: string;
  /** Ends the membership; resolves to false if the node refuses. */
  onLeave: () => Promise<boolean>;
  onClose: () => void;
}

/**
 * Asks what happens to the open tasks of a member who leaves, is removed or is deactivated. People who leave also name a new
 * manager of each list that nobody else manages.
 */
export function LeavingDialog({ member, text, onLeave, onClose, ...words }: LeavingDialogProps) {
  const tickets = useTroupe((state) => state.tickets);
  const members = useTroupe((state) => state.members);
  const capabilities = useTroupe((state) => state.capabilities);
  const me = useTroupe((state) => state.me);
  const shares = useTroupe((state) => state.shares);
  const lists = useTroupe((state) => state.lists);
  const roles = useTroupe((state) => state.roles);
  const tasks = useMemo(() => openTasksOf({ tickets, capabilities, me, shares, lists }, member.id), [tickets, member.id, capabilities, me, shares, lists]);
  const leaves = member.id === me;
  const owned = useMemo(() => (leaves ? managedAlone({ members, shares, lists }, member.id) : []), [leaves, members, shares, lists, member.id]);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [going, setGoing] = useState(false);
  const cancelled = useRef(false);
  const able = new Map(owned.map(({ id }) => [id, successorsFor({ members, shares, roles }, id, member.id)]));
  /** The chosen person, or the first of those who see the list already. */
  const managerOf = (listId: string): Member | undefined => {
    const people = able.get(listId) ?? [];
    return (people.find((one) => one.member.id === chosen[listId]) ?? people.find(({ sees }) => sees))?.member;
  };
  const successors = owned.flatMap(({ id }) => {
    const userId = managerOf(id)?.id;
    return userId === undefined ? [] : [{ listId: id, userId }];
  });
  const leave = async (target: string) => {
    setGoing(true);
    // A person who has left can no longer change lists and tasks, so these steps come first.
    const steps: Step[] = [];
    if (successors.length > 0) steps.push(handListsOver(successors));
    if (target !== KEEP && tasks.length > 0) steps.push(handTasksOver(tasks, member.id, target === NONE ? null : target));
    // If there is nothing to hand over, the departure may wait for the connection, like every edit.
    if (steps.length === 0) onClose();
    const leaving: Step = { go: onLeave, back: () => Promise.resolve() };
    // The node may answer long after the person pressed Cancel. Then no further step begins, and the earlier ones are taken back.
    await allOrNothing([...steps, leaving].map((step) => ({ ...step, go: async () => !cancelled.current && step.go() })));
    onClose();
  };
  return (
    <DeleteIntoDialog
      {...words}
      text={(target) => [text, ...inheritance(member, leaves), ...unseen(tasks, target, successors)].join(" ")}
      ask={plural(tasks.length, { one: "# open task", other: "# open tasks" })}
      targets={targetsFor(members, member.id)}
      first={KEEP}
      empty={tasks.length === 0}
      disabled={going || successors.length < owned.length}
      onCancel={() => {
        cancelled.current = true;
        onClose();
      }}
      onDelete={(target) => void leave(target)}
    >
      {owned.length > 0 && (
        <div className={styles.lists} role="group" aria-label={t`Lists that only you manage`}>
          <p>{plural(owned.length, { one: "Only you manage this list. Choose a new manager:", other: "Only you manage these lists. Choose a new manager for each list:" })}</p>
          {owned.map((list) => (
            <Successor key={list.id} list={list} able={able.get(list.id) ?? []} manager={managerOf(list.id)} onChoose={(userId) => setChosen({ ...chosen, [list.id]: userId })} />
          ))}
        </div>
      )}
    </DeleteIntoDialog>
  );
}

interface SuccessorProps {
  list: List;
  able: ReturnType<typeof successorsFor>;
  manager: Member | undefined;
  onChoose: (userId: string) => void;
}

function Successor({ list, able, manager, onChoose }: SuccessorProps) {
  const { name } = list;
  if (able.length === 0) return <p className={styles.stuck}>{t`No one else can manage “${name}”. Open it to everyone or delete it first.`}</p>;
  const chosen = manager ? memberName(manager) : t`Choose a person`;
  return (
    <Picker
      name={t`Manager of “${name}”`}
      selected={manager ? [manager.id] : []}
      options={able.map(({ member, sees }) => ({
        id: member.id,
        name: memberName(member),
        keywords: [member.username],
        picture: <Avatar person={faceOf(member)} size={18} decorative />,
        ...(!sees && { meta: t`Can't see this list yet` }),
      }))}
      onPick={onChoose}
      trigger={
        <Button>
          {t`${name}: ${chosen}`}
          <Icon of={ChevronDown} size={14} />
        </Button>
      }
    />
  );
}

/** Says that lists which only this member manages go to the person who removes the member. That person might not see the lists, so the text does not name them. */
function inheritance({ state, deactivatedAt }: Member, leaves: boolean): string[] {
  const joined = state === "active" || deactivatedAt !== null;
  return joined && !leaves ? [t`You become the manager of restricted lists that only they manage.`] : [];
}

/** What happens to the tasks that the new assignee will not see once the lists have their new managers. */
function unseen(tasks: readonly string[], target: string, successors: readonly NextManager[]): string[] {
  if (target === KEEP || target === NONE) return [];
  const state = useTroupe.getState();
  const handedOver = preview(successionOf(state, successors).there);
  const count = tasks.length - seenBy({ ...state, ...handedOver }, tasks, target).length;
  return count === 0 ? [] : [plural(count, { one: "# of the tasks is in a list that this person doesn't see, so no one will be assigned to it.", other: "# of the tasks are in lists that this person doesn't see, so no one will be assigned to them." })];
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
