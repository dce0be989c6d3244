import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Suspense, useEffect, useRef } from "react";
import { isForPanel } from "@/actions/answering";
import { useAsked } from "@/actions/ask";
import { useFields } from "@/fields/registry";
import { cx } from "@/lib/cx";
import { setMeasure, useMeasure } from "@/lib/panelMeasure";
import { loadDetails, useTroupe, watchTicket } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Skeleton } from "@/ui/Skeleton";
import { mayOn } from "@/actions/rights";
import { useReadMark } from "@/actions/readMark";
import { useTicketPresence } from "@/actions/presence";
import { useRemoteChanges } from "@/actions/remoteChanges";
import { useShownActivities } from "./activity/useShownActivities";
import { useShownNew } from "./activity/useShownNew";
import { Activity } from "./activity/Activity";
import { Composer } from "./activity/Composer";
import { ChangesProvider } from "./changes";
import { Description } from "./description/Description";
import { LaterFiles } from "./files/LaterFiles";
import { Properties } from "./properties/Properties";
import { Links } from "./relations/Links";
import { Subtasks } from "./relations/Subtasks";
import styles from "./Ticket.module.css";
import { Title } from "./Title";
import { TrashedNote } from "./TrashedNote";

/** A whole ticket: its fields, its relations and its activity. `hasColumn` is true if the fields are a column beside the text. */
export function TicketBody({ ticketId, hasColumn = false }: { ticketId: string; hasColumn?: boolean }) {
  const ticket = useTroupe((state) => state.tickets[ticketId]);
  const detail = useTroupe((state) => state.details[ticketId]);
  const away = useTroupe((state) => state.connection === "offline");
  const mayComment = useTroupe((state) => ticket !== undefined && mayOn(state, "comment", [ticket]));
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => watchTicket(ticketId), [ticketId]);
  useTicketPresence(ticketId);
  const position = useReadMark(ticketId);
  const changes = useRemoteChanges(ticket);
  const showEnd = useShownActivities(body, detail?.activities);
  useShownNew(body, detail?.activities, position !== null);
  const bare = useHidesFields(ticketId, hasColumn);
  if (!ticket) return null;
  const known = detail !== undefined && (detail.state === "ready" || detail.description !== null || detail.stored !== undefined);
  return (
    <ChangesProvider value={changes}>
      {ticket.trashedAt !== null && <TrashedNote ticket={ticket} />}
      <div className={styles.body} ref={body} data-ticket-body>
        <div className={cx(styles.inner, bare && styles.bare)}>
          <Title ticket={ticket} />
          {!bare && <Properties ticket={ticket} />}
          {known ? (
            <>
              <Description key={ticketId} ticket={ticket} now={detail.description ?? ""} outdated={detail.stored === "outdated"} />
              {detail.stored === "outdated" && <Outdated />}
            </>
          ) : (
            <NotThere ticketId={ticketId} failed={away || detail?.state === "failed"} />
          )}
          <Suspense>
            <LaterFiles key={`files ${ticketId}`} ticket={ticket} />
          </Suspense>
          <Subtasks ticket={ticket} />
          <Links ticket={ticket} />
          {known && <Activity ticketId={ticketId} comments={ticket.comments} detail={detail} position={detail.state === "ready" ? position : null} />}
        </div>
      </div>
      {mayComment && <Composer key={ticketId} ticketId={ticketId} onSent={showEnd} />}
    </ChangesProvider>
  );
}

/** True if the person has hidden the column of fields. A shortcut or command that opens a field of the ticket shows the column again. */
function useHidesFields(ticketId: string, hasColumn: boolean): boolean {
  const isHidden = useMeasure(({ fields }) => hasColumn && !fields);
  const fields = useFields();
  const isAsked = useAsked(({ asked }) => isForPanel(asked, ticketId) && fields.some(({ id, panel }) => panel !== undefined && id === asked?.question));
  const returns = isHidden && isAsked;
  useEffect(() => {
    if (returns) setMeasure({ fields: true });
  }, [returns]);
  return isHidden && !isAsked;
}

/** Shown with details that this device has stored and that have changed since. */
function Outdated() {
  return (
    <p className={styles.failed} role="status">
      <Trans>This is an earlier version, stored on this device. The current one loads when you reconnect.</Trans>
    </p>
  );
}

/** Shown in place of description and activity until they have loaded, or if the node is away. */
function NotThere({ ticketId, failed }: { ticketId: string; failed: boolean }) {
  if (!failed)
    return (
      <div role="status" aria-label={t`Loading`} style={{ display: "grid", gap: 10, marginTop: 20 }}>
        <Skeleton width={420} />
        <Skeleton width={360} />
      </div>
    );
  return (
    <p className={styles.failed}>
      <Trans>The description and activity aren't stored on this device. They load when you reconnect.</Trans>
      <Button size="sm" onClick={() => void loadDetails(ticketId)}>
        <Trans>Try again</Trans>
      </Button>
    </p>
  );
}
