import type { ReactNode } from "react";
import { faceOf } from "@/fields/people";
import { useCellPresence } from "@/actions/presence";
import { cx } from "@/lib/cx";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { flashClass, presenceClass } from "@/ui/presence";
import { useChanged } from "./changes";
import styles from "./Ticket.module.css";

interface PresenceRingProps {
  ticketId: string;
  field: string;
  /** A second field that the value shows. */
  also?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A ring in the colour of another person in this field, with their face. Marks for a moment a change by another person. */
export function PresenceRing({ ticketId, field, also, className, children }: PresenceRingProps) {
  const there = useCellPresence(ticketId, field);
  const changed = useChanged(also === undefined ? [field] : [field, also]);
  const member = useTroupe((state) => (there ? state.members[there.userId] : undefined));
  return (
    <div className={cx(styles.ringed, there && styles.ring, there && presenceClass(there.userId), className)} data-ring={there ? true : undefined}>
      {children}
      {changed !== undefined && <i className={cx(flashClass, changed)} aria-hidden />}
      {member && (
        <span className={styles.ringFace}>
          <Avatar person={faceOf(member)} size={16} solid={there?.state !== "viewing"} />
        </span>
      )}
    </div>
  );
}
