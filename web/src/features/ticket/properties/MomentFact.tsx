import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { With } from "@/fields/field";
import { faceOf } from "@/fields/people";
import type { MomentValue } from "@/fields/value";
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

interface MomentFactProps {
  field: With<"panel">;
  value: MomentValue;
  ticket: Ticket;
}

/** A time that the node sets: the person, the time and the duration. */
export function MomentFact({ field, value, ticket }: MomentFactProps) {
  const moment = value.read(ticket);
  if (!moment) return null;
  return (
    <Property label={field.name()} ticketId={ticket.id}>
      <Who userId={moment.userId} at={moment.at} />
      {moment.took !== null && (
        <span className={styles.took} title={t`From creation to completion`}>
          <Trans>in {formatDuration(moment.took)}</Trans>
        </span>
      )}
    </Property>
  );
}
