import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, Lock, Users } from "lucide-react";
import { mayIn } from "@/actions/rights";
import { audienceOf } from "@/sync/homes";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { Menu, type MenuItem } from "@/ui/Menu";
import { withoutAccess } from "./access";
import styles from "./Sharing.module.css";

interface WhoSeesProps {
  listId: string;
  restricted: boolean;
  /** The name of the workspace. */
  workspace: string;
  mayChange: boolean;
  onChange: (to: "restrict" | "open") => void;
}

/** Whether everyone in the workspace sees the list, or only people who are named. */
export function WhoSees({ listId, restricted, workspace, mayChange, onChange }: WhoSeesProps) {
  const others = useTroupe((state) => withoutAccess(state, listId).length);
  const everyone = useTroupe((state) => audienceOf(state, "open").length);
  const readsOpen = useTroupe(({ capabilities }) => mayIn(capabilities, "read", null));
  const isTaken = useTroupe((state) => {
    const name = state.lists[listId]?.name.toLowerCase();
    return Object.values(state.lists).some((other) => other.id !== listId && other.name.toLowerCase() === name && !Object.values(state.shares).some((share) => share.listId === other.id));
  });
  const now = restricted ? t`Restricted` : t`Open`;
  const items: MenuItem[] = [
    {
      id: "open",
      name: t`Open to everyone in ${workspace}`,
      icon: Users,
      checked: !restricted,
      ...(restricted && isTaken && { reason: t`An open list has this name. Rename this list first.` }),
      onSelect: () => restricted && onChange("open"),
    },
    { id: "restrict", name: t`Only people you choose`, icon: Lock, checked: restricted, onSelect: () => !restricted && onChange("restrict") },
  ];
  return (
    <section aria-label={t`Who can see this`}>
      <h3 className={styles.heading}><Trans>Who can see this</Trans></h3>
      <div className={styles.row}>
        <span className={styles.round}>
          <Icon of={restricted ? Lock : Users} />
        </span>
        <span className={styles.text}>
          <b>{restricted ? t`Only the people below` : t`Everyone in ${workspace}`}</b>
          <span>
            {restricted
              ? others === 0
                ? t`All people in ${workspace} have access.`
                : plural(others, { one: `# other person in ${workspace} can neither open nor find this list.`, other: `# others in ${workspace} can neither open nor find this list.` })
              : plural(everyone, { one: "# person. Guests see only lists that are shared with them.", other: "# people. Guests see only lists that are shared with them." })}
          </span>
        </span>
        {mayChange && (!restricted || readsOpen) ? (
          <Menu name={t`Who can see this`} align="end" items={items}>
            <button type="button" className={styles.pick} aria-label={t`Who can see this: ${now}`}>
              {now}
              <Icon of={ChevronDown} size={14} />
            </button>
          </Menu>
        ) : (
          <span className={styles.fixed}>{now}</span>
        )}
      </div>
    </section>
  );
}
