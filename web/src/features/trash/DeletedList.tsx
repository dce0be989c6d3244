import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { memberName, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { SkeletonRows } from "@/ui/Skeleton";
import type { DeletedTicketRow } from "@/wire/http.generated";
import styles from "./TrashList.module.css";
import { useDeletedTickets } from "./useDeletedTickets";

/** The tasks that were deleted permanently: only their keys, who deleted them, and when. */
export function DeletedList({ workspaceId, version }: { workspaceId: string; version: number }) {
  const { rows, next, keepDays, problem, busy, more, again } = useDeletedTickets(workspaceId, version);
  if (problem !== null && rows === null)
    return (
      <EmptyState title={t`Deleted tasks could not be loaded`} actions={<Button onClick={again}><Trans>Try again</Trans></Button>}>
        {problem}
      </EmptyState>
    );
  const kept = plural(keepDays, { one: "Their texts are gone. These lines are kept for # day.", other: "Their texts are gone. These lines are kept for # days." });
  if (rows?.length === 0) return <EmptyState title={t`No deleted tasks`}>{kept}</EmptyState>;
  return (
    <div className={styles.list}>
      <p className={styles.note}>{kept}</p>
      {rows === null ? (
        <SkeletonRows count={6} />
      ) : (
        <ul aria-label={t`Deleted permanently`}>
          {rows.map((row) => (
            <Deleted key={`${row.ticketId}${row.deletedAt}`} row={row} />
          ))}
        </ul>
      )}
      {problem !== null && <p className={styles.note} role="alert">{problem}</p>}
      {next !== null && (
        <div className={styles.more}>
          <Button size="sm" disabled={busy} onClick={more}><Trans>Show older</Trans></Button>
        </div>
      )}
    </div>
  );
}

function Deleted({ row }: { row: DeletedTicketRow }) {
  const key = useTroupe((state) => ticketKey(state, row));
  const by = useTroupe((state) => {
    const member = state.members[row.deletedByUserId];
    return member ? memberName(member) : t`Someone`;
  });
  return (
    <li className={styles.deleted}>
      <span className={styles.key}>{key}</span>
      <span className={styles.by} dir="auto">{t`Deleted by ${by}`}</span>
      {row.private && <span className={styles.time}><Trans>Private</Trans></span>}
      <time className={styles.time} dateTime={row.deletedAt} title={formatInstantLong(row.deletedAt)}>
        {formatInstant(row.deletedAt)}
      </time>
    </li>
  );
}
