import { t } from "@lingui/core/macro";
import { CircleUser } from "lucide-react";
import { cx } from "@/lib/cx";
import { initials } from "@/lib/names";
import "./hues.css";
import { inRow } from "@/words/isolate";
import styles from "./Avatar.module.css";
import { presenceClass } from "./presence";
import type { PersonFace } from "./vocabulary";

export type AvatarSize = 16 | 18 | 20 | 24 | 28 | 32;

interface AvatarProps {
  person: PersonFace;
  size?: AvatarSize;
  /** Solid for a person who is here and writing, pale for all others. */
  solid?: boolean;
  /** True beside the written name, where the avatar adds nothing for screen readers. */
  decorative?: boolean;
  className?: string;
}

/** A person, as their picture, or as two letters in their own colour. */
export function Avatar({ person, size = 20, solid = false, decorative = false, className }: AvatarProps) {
  return (
    <span
      className={cx(styles.avatar, styles[`s${size}`], presenceClass(person.id), solid && styles.solid, className)}
      {...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": person.name, title: person.name })}
    >
      {/* The picture covers the letters. If it does not load, the letters stay visible. */}
      {initials(person.name)}
      {person.avatarUrl && <img src={person.avatarUrl} alt="" />}
    </span>
  );
}

/** The outlined person for "no assignee". */
export function NoAvatar({ size = 20, name = t`No assignee` }: { size?: AvatarSize; name?: string }) {
  return (
    <span className={cx(styles.avatar, styles[`s${size}`], styles.none)} role="img" aria-label={name} title={name}>
      <CircleUser aria-hidden />
    </span>
  );
}

interface AvatarStackProps {
  people: readonly PersonFace[];
  size?: AvatarSize;
  /** The number of faces before "+n". */
  max?: number;
}

/** Several people, the first on top; the outlined person if there are none. */
export function AvatarStack({ people, size = 20, max = 3 }: AvatarStackProps) {
  if (people.length === 0) return <NoAvatar size={size} />;
  const shown = people.length > max ? people.slice(0, max) : people;
  const rest = people.slice(shown.length);
  const others = inRow(rest.map((person) => person.name));
  return (
    <span className={styles.stack}>
      {shown.map((person) => (
        <Avatar key={person.id} person={person} size={size} />
      ))}
      {rest.length > 0 && (
        <span className={cx(styles.avatar, styles[`s${size}`], styles.more)} role="img" aria-label={others} title={others}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}
