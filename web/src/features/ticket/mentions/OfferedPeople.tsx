import { t } from "@lingui/core/macro";
import { cx } from "@/lib/cx";
import { jobOf } from "@/fields/job";
import { memberName } from "@/sync/selectors";
import { Avatar } from "@/ui/Avatar";
import styles from "./Mentions.module.css";
import type { Offered } from "./offeredPeople";

interface OfferedPeopleProps {
  id: string;
  people: readonly Offered[];
  current: number;
  onChoose: (person: Offered) => void;
  /** Where the list begins, in px from the top of its box; above the box if undefined. */
  top?: number | undefined;
}

/** The people that a text offers behind `@`. People who cannot see the task are listed as such. */
export function OfferedPeople({ id, people, current, onChoose, top }: OfferedPeopleProps) {
  return (
    <ul id={id} className={styles.list} role="listbox" aria-label={t`People`} style={top === undefined ? undefined : { top, bottom: "auto" }}>
      {people.map((person, index) => (
        <li
          key={person.member.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === current}
          aria-disabled={!person.sees}
          className={cx(styles.option, index === current && styles.current, !person.sees && styles.blind)}
          // The text keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onPointerUp={() => onChoose(person)}
        >
          <Avatar person={{ id: person.member.id, name: memberName(person.member), avatarUrl: person.member.avatarUrl }} size={20} decorative />
          <span className={styles.name} dir="auto">{memberName(person.member)}</span>
          {person.sees && jobOf(person.member) !== "" && <span className={styles.job} dir="auto">{jobOf(person.member)}</span>}
          <span className={styles.username}>{person.sees ? `@${person.member.username}` : t`Can't see this task`}</span>
        </li>
      ))}
    </ul>
  );
}
