import { plural } from "@lingui/core/macro";
import { faceOf } from "@/fields/people";
import { listed } from "@/words/i18n";
import { cx } from "@/lib/cx";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { presenceClass } from "@/ui/presence";
import type { PresenceMember } from "@/wire/generated";
import styles from "./Visitors.module.css";

interface VisitorsProps {
  /** The people at the ticket, in the order in which they came; at least one. */
  there: readonly PresenceMember[];
  size: 16 | 18;
}

/**
 * The other people who have a ticket open: the first as a face above a light, solid while they write; all others in the
 * title.
 */
export function Visitors({ there, size }: VisitorsProps) {
  const members = useTroupe((state) => state.members);
  const people = [...new Set(there.map(({ userId }) => userId))].flatMap((id) => members[id] ?? []);
  const [first, ...others] = people;
  if (!first) return null;
  const writes = there.some(({ userId, state }) => userId === first.id && state !== "viewing");
  const names = listed(people.map(memberName));
  return (
    <span className={cx(styles.visitor, presenceClass(first.id))} title={plural(people.length, { one: `${names} is here`, other: `${names} are here` })}>
      <Avatar person={faceOf(first)} size={size} solid={writes} />
      <i />
      {others.length > 0 && <span className={styles.more}>+{others.length}</span>}
    </span>
  );
}
