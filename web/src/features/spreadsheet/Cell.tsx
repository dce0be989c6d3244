import type { ReactNode } from "react";
import { useTroupe } from "@/sync/store";
import { memberName } from "@/sync/selectors";
import { cx } from "@/lib/cx";
import { Avatar } from "@/ui/Avatar";
import { flashClass, presenceClass } from "@/ui/presence";
import type { PresenceMember } from "@/wire/generated";
import { faceOf } from "@/fields/people";
import styles from "./Row.module.css";

const none: readonly PresenceMember[] = [];

interface CellProps {
  lineKey: string;
  /** From 0; screen readers count from 1. */
  column: number;
  /** How many columns the cell covers. */
  span?: number;
  active: boolean;
  editing?: boolean;
  readOnly?: boolean;
  /** The other people in this cell. */
  others?: readonly PresenceMember[];
  /** The class with the colour of the person who has just changed the cell. */
  flash?: string | undefined;
  /** True if the cell is wide enough for a name in its corner. */
  wide?: boolean;
  className?: string | undefined;
  /** The CSS variable with the left edge of a frozen cell. */
  left?: string;
  name?: string;
  children?: ReactNode;
}

/**
 * One cell of the grid, with a ring for the keyboard, rings for other people, and a mark for a recent change. It has no
 * state, because there are hundreds.
 */
export function Cell({
  lineKey,
  column,
  span = 1,
  active,
  editing = false,
  readOnly = false,
  others = none,
  flash,
  wide = false,
  className,
  left,
  name,
  children,
}: CellProps) {
  const [first] = others;
  return (
    <div
      role="gridcell"
      tabIndex={active ? 0 : -1}
      aria-colindex={column + 1}
      {...(span > 1 && { "aria-colspan": span })}
      {...(readOnly && { "aria-readonly": true })}
      {...(name !== undefined && { "aria-label": name })}
      data-line={lineKey}
      data-column={column}
      {...(left !== undefined && { style: { left: `var(${left})` } })}
      className={cx(
        styles.cell,
        active && styles.active,
        editing && styles.editing,
        first && styles.live,
        first && presenceClass(first.userId),
        className,
      )}
    >
      {children}
      {flash !== undefined && <i className={cx(flashClass, flash)} aria-hidden />}
      {first && <Flag member={first} wide={wide} more={others.length - 1} />}
    </div>
  );
}

function Flag({ member, wide, more }: { member: PresenceMember; wide: boolean; more: number }) {
  const person = useTroupe((state) => state.members[member.userId]);
  if (!person) return null;
  const name = memberName(person);
  return wide ? (
    <span className={styles.flag}>
      <bdi>{name}</bdi>
      {more > 0 && ` +${more}`}
    </span>
  ) : (
    <span className={styles.flagFace}>
      <Avatar person={faceOf(person)} size={16} solid />
    </span>
  );
}
