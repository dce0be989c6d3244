import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, UserPlus } from "lucide-react";
import { useState } from "react";
import { roleName } from "@/actions/roleWords";
import { faceOf } from "@/fields/people";
import { roleAllows } from "@/sync/homes";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { Menu } from "@/ui/Menu";
import { Picker, type PickerOption } from "@/ui/Picker";
import type { Level } from "@/wire/generated";
import { inRow } from "@/words/isolate";
import { say } from "@/words/i18n";
import { withoutAccess } from "./access";
import { levels, levelWords } from "@/fields/levels";
import styles from "./Sharing.module.css";

/** Adds one or several people with one level. */
export function AddPeople({ listId, onAdd }: { listId: string; onAdd: (userIds: string[], level: Level) => void }) {
  const members = useTroupe((state) => state.members);
  const roles = useTroupe((state) => state.roles);
  const shares = useTroupe((state) => state.shares);
  const offered = withoutAccess({ members, shares }, listId);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [level, setLevel] = useState<Level>("edit");
  // Someone else may have added one of them meanwhile.
  const chosen = offered.filter(({ id }) => picked.includes(id));
  if (offered.length === 0) return null;
  const options = offered.map((member): PickerOption => {
    const person = faceOf(member);
    return { id: member.id, name: person.name, keywords: [member.username], picture: <Avatar person={person} size={18} decorative />, meta: roleName(roles, member.role) };
  });
  const allManage = chosen.every(({ role }) => roleAllows(roles, role, "restrictLists"));
  const given = level === "manage" && !allManage ? "edit" : level;
  const names = inRow(chosen.map(memberName));
  const add = () => {
    onAdd(chosen.map(({ id }) => id), given);
    setPicked([]);
  };
  return (
    <div>
      <div className={styles.add}>
        <div className={styles.field}>
          <Picker
            multi
            name={t`Add people`}
            options={options}
            selected={chosen.map(({ id }) => id)}
            onPick={(id) => setPicked(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id])}
            trigger={
              <button type="button" className={styles.people} aria-label={chosen.length === 0 ? t`Add people` : t`Add people: ${names}`}>
                <Icon of={UserPlus} />
                <span>{chosen.length === 0 ? t`Add people` : names}</span>
              </button>
            }
          />
          <Menu
            name={t`Access for new people`}
            align="end"
            items={levels.map((to) => ({
              id: to,
              name: say(levelWords[to].name),
              checked: to === given,
              ...(to === "manage" && !allManage && { reason: t`Not all of them have a role that allows managing lists.` }),
              onSelect: () => setLevel(to),
            }))}
          >
            <button type="button" className={styles.pick} aria-label={t`Access for new people: ${say(levelWords[given].name)}`}>
              {say(levelWords[given].name)}
              <Icon of={ChevronDown} size={14} />
            </button>
          </Menu>
        </div>
        <Button variant="primary" size="form" disabled={chosen.length === 0} onClick={add}>
          <Trans>Add</Trans>
        </Button>
      </div>
      <p className={styles.hint}>{say(levelWords[given].does)}</p>
    </div>
  );
}
