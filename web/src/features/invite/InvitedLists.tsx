import { t } from "@lingui/core/macro";
import { Lock, X } from "lucide-react";
import { levels, levelWords } from "@/fields/levels";
import { Field, Select } from "@/ui/Field";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { say } from "@/words/i18n";
import type { Level, List } from "@/wire/generated";
import type { ListOfInvitation } from "@/wire/http.generated";
import styles from "./InvitedLists.module.css";

interface InvitedListsProps {
  /** The lists that the invitation shares. */
  invited: readonly ListOfInvitation[];
  /** The lists to choose from. */
  lists: readonly List[];
  role: InvitedTo;
  onChange: (invited: ListOfInvitation[]) => void;
}

/** What the role of the invitation allows, as far as it matters for lists. */
export interface InvitedTo {
  /** False for guests. */
  seesOpenLists: boolean;
  mayManageLists: boolean;
}

/** Chooses the restricted lists that an invitation shares, with a level each. */
export function InvitedLists({ invited, lists, role, onChange }: InvitedListsProps) {
  const known = new Map(lists.map((list) => [list.id, list]));
  const left = lists.filter(({ id }) => invited.every(({ listId }) => listId !== id));
  const offered = levels.filter((level) => level !== "manage" || role.mayManageLists);
  const set = (listId: string, level: Level) => onChange(invited.map((it) => (it.listId === listId ? { listId, level } : it)));
  if (lists.length === 0 && role.seesOpenLists) return null;
  return (
    <Field label={t`Lists`} hint={hintOf(role, lists.length > 0)}>
      {(tied) => (
        <>
          {invited.length > 0 && (
            <ul className={styles.lists} aria-label={t`Lists to share`}>
              {invited.map(({ listId, level }) => {
                const name = known.get(listId)?.name ?? "";
                return (
                  <li key={listId} className={styles.line}>
                    <Icon of={Lock} size={14} />
                    <span className={styles.name} dir="auto" title={name}>
                      {name}
                    </span>
                    <Select aria-label={t`Access to ${name}`} value={level} onChange={({ target }) => set(listId, target.value as Level)}>
                      {offered.map((choice) => (
                        <option key={choice} value={choice}>
                          {say(levelWords[choice].name)}
                        </option>
                      ))}
                    </Select>
                    <IconButton icon={X} name={t`Don't share ${name}`} onClick={() => onChange(invited.filter((it) => it.listId !== listId))} />
                  </li>
                );
              })}
            </ul>
          )}
          {left.length > 0 && (
            <Select {...tied} value="" onChange={({ target }) => onChange([...invited, { listId: target.value, level: "edit" }])}>
              <option value="" disabled>
                {t`Add a list…`}
              </option>
              {left.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </>
      )}
    </Field>
  );
}

function hintOf({ seesOpenLists }: InvitedTo, hasLists: boolean): string | undefined {
  if (seesOpenLists) return t`Restricted lists that you share with them. They see all open lists anyway.`;
  return hasLists ? undefined : t`You don't manage a restricted list yet. You can share one with the guest later.`;
}
