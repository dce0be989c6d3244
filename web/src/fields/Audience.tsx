import { plural, t } from "@lingui/core/macro";
import { Lock, Users } from "lucide-react";
import { useMemo, type ReactElement } from "react";
import { audienceOf, type TicketHome } from "@/sync/homes";
import { useTroupe } from "@/sync/store";
import { Avatar, AvatarStack } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { Popover } from "@/ui/Popover";
import type { PersonFace } from "@/ui/vocabulary";
import styles from "./Audience.module.css";
import { faceOf } from "./people";

/** Who sees what lives in a home, in words: "Only you", "Everyone in Acme", "3 people". */
export function useAudience(home: TicketHome): { text: string; people: readonly PersonFace[] } {
  const members = useTroupe((state) => state.members);
  const roles = useTroupe((state) => state.roles);
  const shares = useTroupe((state) => state.shares);
  const me = useTroupe((state) => state.me);
  const workspace = useTroupe((state) => state.workspace?.name ?? "");
  const people = useMemo(() => audienceOf({ members, roles, shares, me }, home).map(faceOf), [members, roles, shares, me, home]);
  const alone = home === "private" || people.every(({ id }) => id === me);
  const text = alone ? t`Only you` : home === "open" ? t`Everyone in ${workspace}` : plural(people.length, { one: "# person", other: "# people" });
  return { text, people };
}

/** The picture beside the words: a lock if not everyone sees it, and the faces of the people who do. */
export function AudienceFaces({ home, people }: { home: TicketHome; people: readonly PersonFace[] }) {
  if (home === "open") return <Icon of={Users} size={14} className={styles.icon} />;
  return (
    <>
      <Icon of={Lock} size={12} className={styles.icon} />
      {home !== "private" && people.length > 1 && <AvatarStack people={people} size={18} />}
    </>
  );
}

/** A popover with the names of the people who see what lives in a home. */
export function AudiencePopover({ people, trigger }: { people: readonly PersonFace[]; trigger: ReactElement }) {
  const me = useTroupe((state) => state.me);
  return (
    <Popover name={t`Who can see this`} className={styles.surface} trigger={trigger}>
      <h3 className={styles.heading}>{plural(people.length, { one: "# person can see this", other: "# people can see this" })}</h3>
      <ul className={styles.names}>
        {people.map((person) => (
          <li key={person.id}>
            <Avatar person={person} size={20} decorative />
            <bdi>{person.name}</bdi>
            {person.id === me && <span className={styles.quiet}>{t`you`}</span>}
          </li>
        ))}
      </ul>
    </Popover>
  );
}
