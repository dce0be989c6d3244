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

/** What waits and what was refused of one ticket: asked once for its whole line. */
export interface LineMarks {
  pending: PendingMark | undefined;
  refusals: readonly RefusedCommand[];
}

interface MarksProps extends LineMarks {
  ticketId: string;
  field: string;
}

/** At the end of a cell: its change waits for an answer, or the answer was no. */
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
  return (
    <Popover
      name="Why this was refused"
      className={styles.refusal}
      align="end"
      trigger={
        <button type="button" className={styles.refused} tabIndex={-1} aria-label={`Not saved: ${refusal.error.message}`}>
          <Icon of={TriangleAlert} size={12} />
        </button>
      }
    >
      <b>Not saved</b>
      <p>{refusal.error.message}</p>
      <p className={styles.when}>Your change, {formatInstant(refusal.at)}</p>
      <div className={styles.refusalActions}>
        <Button size="sm" onClick={() => dismissRefusal(refusal.id)}>
          Take theirs
        </Button>
        <Button size="sm" onClick={() => retryRefusal(refusal.id)}>
          Keep mine
        </Button>
      </div>
    </Popover>
  );
}
