import type { ReactNode } from "react";
import { faceOf } from "@/actions/choices";
import { useCellPresence } from "@/actions/presence";
import { cx } from "@/lib/cx";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { presenceClass } from "@/ui/presence";
import styles from "./Ticket.module.css";

interface PresenceRingProps {
  ticketId: string;
  field: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A ring in the colour of whoever else is in this field, with their face. */
export function PresenceRing({ ticketId, field, className, children }: PresenceRingProps) {
  const there = useCellPresence(ticketId, field);
  const member = useTroupe((state) => (there ? state.members[there.userId] : undefined));
  return (
    <div className={cx(styles.ringed, there && styles.ring, there && presenceClass(there.userId), className)}>
      {children}
      {member && (
        <span className={styles.ringFace}>
          <Avatar person={faceOf(member)} size={16} solid={there?.state !== "viewing"} />
        </span>
      )}
    </div>
  );
}
