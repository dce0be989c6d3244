import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useMemo, useState } from "react";
import { faceOf } from "@/fields/people";
import { matches, matchPerson } from "@/actions/match";
import { membersInOrder, memberName } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import type { ById } from "@/sync/types";
import { Avatar } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { Picker, type PickerOption } from "@/ui/Picker";
import { tell } from "@/ui/Toast";
import type { Member } from "@/wire/generated";
import styles from "./Settings.module.css";

/** Replaces an imported person with a member in all tasks at once. */
export function MatchPerson({ person }: { person: Member }) {
  const [open, setOpen] = useState(false);
  const members = useTroupe((state) => state.members);
  // Imports may name hundreds of people, so only an open menu builds its rows.
  const options = useMemo(() => (open ? optionsOf(members) : []), [open, members]);
  const name = memberName(person);
  return (
    <Picker
      name={t`Match ${name} to a member`}
      open={open}
      onOpenChange={setOpen}
      options={options}
      selected={[]}
      onPick={(id) => void match(person, id)}
      align="end"
      trigger={
        <button type="button" className={styles.pick} aria-label={t`Match ${name} to a member`}>
          <Trans>Match to…</Trans>
          <Icon of={ChevronDown} size={14} />
        </button>
      }
    />
  );
}

function optionsOf(members: ById<Member>): PickerOption[] {
  const active = membersInOrder({ members }).filter(({ state }) => state === "active");
  return active.map((member) => ({
    id: member.id,
    name: memberName(member),
    keywords: [member.username],
    picture: <Avatar person={faceOf(member)} size={18} decorative />,
  }));
}

async function match(person: Member, memberId: string): Promise<void> {
  const { members, tickets } = useTroupe.getState();
  const member = members[memberId];
  if (!member) return;
  const found = matches(Object.values(tickets), person.id, memberId);
  const name = memberName(person);
  if (found.length === 0) return tell({ text: t`No tasks name ${name} as assignee or reporter` });
  const answers = await matchPerson(found);
  if (answers.some((answer) => !answer.ok)) return;
  const who = memberName(member);
  tell({
    text: plural(found.length, { one: `Matched ${name} to ${who}. # task updated.`, other: `Matched ${name} to ${who}. # tasks updated.` }),
    action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() },
  });
}
