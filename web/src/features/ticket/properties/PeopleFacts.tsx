import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { faceOf } from "@/actions/choices";
import { formatDuration, formatInstant, formatInstantLong } from "@/lib/instant";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import type { Ticket } from "@/wire/generated";
import { Property } from "./Property";
import styles from "./Properties.module.css";

function Who({ userId, at }: { userId: string | null; at: string }) {
  const member = useTroupe((state) => (userId ? state.members[userId] : undefined));
  return (
    <span className={styles.item}>
      {member && <Avatar person={faceOf(member)} size={18} decorative />}
      {member && <span className={styles.text} dir="auto">{faceOf(member).name}</span>}
      <time className={styles.quiet} dateTime={at} title={formatInstantLong(at)}>
        {formatInstant(at)}
      </time>
    </span>
  );
}

/** Who made the ticket, and when. */
export function CreatedFact({ ticket }: { ticket: Ticket }) {
  return (
    <Property label={t`Created`} ticketId={ticket.id}>
      <Who userId={ticket.createdUserId} at={ticket.createdAt} />
    </Property>
  );
}

/** Who finished it, and how long it took. */
export function CompletedFact({ ticket }: { ticket: Ticket }) {
  if (ticket.completedAt === null) return null;
  return (
    <Property label={t`Completed`} ticketId={ticket.id}>
      <Who userId={ticket.completedByUserId} at={ticket.completedAt} />
      {ticket.completedIn !== null && (
        <span className={styles.took} title={t`From creation to completion`}>
          <Trans>in {formatDuration(ticket.completedIn)}</Trans>
        </span>
      )}
    </Property>
  );
}
