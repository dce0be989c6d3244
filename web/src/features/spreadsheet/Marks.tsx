import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { isAbout } from "@/actions/marks";
import { dismissRefusal, retryRefusal, useTroupe } from "@/sync/store";
import type { PendingMark, RefusedCommand } from "@/sync/types";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { Popover } from "@/ui/Popover";
import { WaitingIcon } from "@/ui/WaitingIcon";
import { formatInstant } from "@/lib/instant";
import styles from "./Row.module.css";

/** The waiting and refused edits of one ticket, read once for its whole line. */
export interface LineMarks {
  pending: PendingMark | undefined;
  refusals: readonly RefusedCommand[];
}

interface MarksProps extends LineMarks {
  ticketId: string;
  field: string;
}

/** A mark at the end of a cell whose change has no answer yet, or was refused. */
export function Marks({ ticketId, field, pending, refusals }: MarksProps) {
  const refusal = refusals.findLast((each) => isAbout(each, ticketId, field));
  if (refusal) return <Refused refusal={refusal} />;
  return pending?.fields.includes(field) ? <Waiting since={pending.since} /> : null;
}

function Waiting({ since }: { since: number }) {
  const offline = useTroupe((state) => state.connection !== "live");
  return (
    <span className={styles.pending}>
      <WaitingIcon since={since} offline={offline} />
    </span>
  );
}

function Refused({ refusal }: { refusal: RefusedCommand }) {
  const { message } = refusal.error;
  const when = formatInstant(refusal.at);
  return (
    <Popover
      name={t`Why this wasn't saved`}
      className={styles.refusal}
      align="end"
      trigger={
        <button type="button" className={styles.refused} tabIndex={-1} aria-label={t`Not saved: ${message}`}>
          <Icon of={TriangleAlert} size={12} />
        </button>
      }
    >
      <b>
        <Trans>Not saved</Trans>
      </b>
      <p>{message}</p>
      <p className={styles.when}>
        <Trans>Your change, {when}</Trans>
      </p>
      <div className={styles.refusalActions}>
        <Button size="sm" onClick={() => dismissRefusal(refusal.id)}>
          <Trans>Use theirs</Trans>
        </Button>
        <Button size="sm" onClick={() => retryRefusal(refusal.id)}>
          <Trans>Keep mine</Trans>
        </Button>
      </div>
    </Popover>
  );
}
