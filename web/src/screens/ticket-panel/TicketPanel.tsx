import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { CSSProperties } from "react";
import { useParams } from "react-router";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { DeleteForever } from "@/features/ticket/DeleteForever";
import { TicketPlaceProvider } from "@/features/ticket/place";
import { TicketBody } from "@/features/ticket/TicketBody";
import { cx } from "@/lib/cx";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { EmptyState, ErrorState } from "@/ui/EmptyState";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { Button } from "@/ui/Button";
import { isolated } from "@/words/isolate";
import { PanelGrip } from "./PanelGrip";
import { BareHeader, Header } from "./Header";
import { useMeasure } from "./measure";
import styles from "./TicketPanel.module.css";
import { useNeighbours } from "./useNeighbours";
import { usePanelFocus } from "./usePanelFocus";
import { usePanelKeys } from "./usePanelKeys";
import { useFollowKey } from "./useFollowKey";
import { useOpenToAnswer } from "./useOpenToAnswer";
import { useTicketPlace } from "./useTicketPlace";

/** The ticket of the address, in a panel over the page; on a phone it is a page of its own. */
export function TicketPanel() {
  const { listId = null } = useParams();
  const { ticketId, name, place } = useTicketPlace();
  const { previous, next } = useNeighbours(ticketId, listId);
  const ticket = useTroupe((state) => (ticketId === null ? undefined : state.tickets[ticketId]));
  const key = useTroupe((state) => (ticket ? ticketKey(state, ticket) : null));
  const { width, full } = useMeasure();
  const narrow = useMediaQuery("(max-width: 767px)");
  const panel = usePanelFocus(name !== null, ticketId);
  usePanelKeys({ open: name !== null, previous, next, place });
  useFollowKey(name, ticketId, place);
  useOpenToAnswer(ticketId, place);
  return (
    <>
      {name !== null && (
        <aside
          ref={panel}
          className={cx(styles.panel, full && styles.full)}
          style={{ "--width": `${width}px` } as CSSProperties}
          aria-label={ticket ? `${key ?? t`New task`} ${isolated(ticket.title)}` : name}
          tabIndex={-1}
        >
          {!full && !narrow && <PanelGrip />}
          {ticket ? (
            <ErrorBoundary key={ticket.id} of={ticket} fallback={<NotDisplayed name={name} onClose={place.close} />}>
              <TicketPlaceProvider value={place}>
                <Header ticket={ticket} place={place} listId={listId} previous={previous} next={next} />
                <SyncBanner />
                <RefusedBanner />
                <TicketBody ticketId={ticket.id} />
              </TicketPlaceProvider>
            </ErrorBoundary>
          ) : (
            <NotFound name={name} onClose={place.close} />
          )}
        </aside>
      )}
      <DeleteForever opened={ticketId} onGone={place.close} />
    </>
  );
}

function NotDisplayed({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <>
      <BareHeader name={name} onClose={onClose} />
      <ErrorState
        title={t`This task can't be displayed.`}
        actions={
          <>
            <Button variant="primary" onClick={onClose}>
              <Trans>Back to list</Trans>
            </Button>
            <Button onClick={() => window.location.reload()}>
              <Trans>Reload</Trans>
            </Button>
          </>
        }
      >
        <Trans>Nothing is lost, and other tasks still work.</Trans>
      </ErrorState>
    </>
  );
}

function NotFound({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <>
      <BareHeader name={name} onClose={onClose} />
      <EmptyState title={t`Task not found`} actions={<Button onClick={onClose}><Trans>Back to list</Trans></Button>}>
        <Trans>{name} was deleted permanently, is private to someone else, or the link is wrong.</Trans>
      </EmptyState>
    </>
  );
}
