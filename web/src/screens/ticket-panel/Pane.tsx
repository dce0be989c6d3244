import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, type CSSProperties } from "react";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { NameBesideProvider, TicketPlaceProvider } from "@/features/ticket/place";
import { TicketBody } from "@/features/ticket/TicketBody";
import { cx } from "@/lib/cx";
import { columnFrom } from "@/lib/panelMeasure";
import type { Slot } from "@/lib/panes";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { EmptyState, ErrorState } from "@/ui/EmptyState";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { isolated } from "@/words/isolate";
import { BareHeader, Header } from "./Header";
import { PanelGrip } from "./PanelGrip";
import styles from "./TicketPanel.module.css";
import { useFollowKey } from "./useFollowKey";
import { useNeighbours } from "./useNeighbours";
import { usePanelKeys } from "./usePanelKeys";
import { ticketNamed, type PaneActs } from "./usePanes";

interface PaneProps {
  slot: Slot;
  /** True if keys act on this pane. */
  active: boolean;
  /** True if other tasks are open too, and if their tabs are above this pane. */
  several: boolean;
  tabbed: boolean;
  /** The list that is shown behind the panes. */
  listId: string | null;
  /** The tickets of all panes. */
  openIds: readonly string[];
  actsOf: (slotId: number) => PaneActs;
  /** The widths of the panes in sight, the place of this one among them, and the width of the page. */
  widths: readonly number[];
  at: number;
  page: number;
  /** True if the pane covers the whole page. */
  full: boolean;
  /** True if the panes stand beside the list of the inbox, below the head of the page. */
  split: boolean;
  /** True if the edge of the pane can be moved. */
  hasGrip: boolean;
  /** True if this pane shows the banners about the connection. */
  hasBanners: boolean;
}

/** One open ticket, in a panel over the page; on a phone it is a page of its own. */
export function Pane({ slot: { id, name }, active, several, tabbed, listId, openIds, actsOf, widths, at, page, full, split, hasGrip, hasBanners }: PaneProps) {
  const { place, activate, rename } = useMemo(() => actsOf(id), [actsOf, id]);
  const ticket = useTroupe((state) => ticketNamed(state, name));
  const ticketId = ticket?.id ?? null;
  const key = useTroupe((state) => (ticket ? ticketKey(state, ticket) : null));
  const others = useMemo(() => openIds.filter((each) => each !== ticketId), [openIds, ticketId]);
  const { previous, next } = useNeighbours(ticketId, listId, others);
  const hasColumn = full && page >= columnFrom;
  usePanelKeys({ active, previous, next, hasColumn, place });
  useFollowKey(name, ticketId, rename);
  const after = widths.slice(at + 1).reduce((sum, width) => sum + width, 0);
  const beside = widths.length > 1;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press in a pane makes it the active one, as the focus does
    <aside
      data-pane={id}
      className={cx(styles.panel, full && styles.full, split && styles.split, split && at === 0 && styles.filling, tabbed && styles.tabbed, beside && styles.beside, beside && active && styles.active)}
      style={{ "--width": `${widths[at] ?? 0}px`, ...(beside && { insetInlineEnd: after }) } as CSSProperties}
      aria-label={ticket ? `${key ?? t`New task`} ${isolated(ticket.title)}` : name}
      tabIndex={-1}
      onFocusCapture={activate}
      onPointerDownCapture={activate}
    >
      {hasGrip && <PanelGrip widths={widths} at={at} page={page} />}
      {ticket ? (
        <ErrorBoundary key={ticket.id} of={ticket} fallback={<NotDisplayed name={name} several={several} onClose={place.close} />}>
          <TicketPlaceProvider value={place}>
            <Header ticket={ticket} place={place} listId={listId} previous={previous} next={next} hasColumn={hasColumn} />
            {hasBanners && <SyncBanner />}
            {hasBanners && <RefusedBanner />}
            <NameBesideProvider value={beside ? (key ?? ticket.title) : null}>
              <TicketBody ticketId={ticket.id} hasColumn={hasColumn} />
            </NameBesideProvider>
          </TicketPlaceProvider>
        </ErrorBoundary>
      ) : (
        <NotFound name={name} several={several} onClose={place.close} />
      )}
    </aside>
  );
}

interface NoTicketProps {
  name: string;
  several: boolean;
  onClose: () => void;
}

const backWord = (several: boolean) => (several ? t`Close` : t`Back to list`);

function NotDisplayed({ name, several, onClose }: NoTicketProps) {
  return (
    <>
      <BareHeader name={name} onClose={onClose} />
      <ErrorState
        title={t`This task can't be displayed.`}
        actions={
          <>
            <Button variant="primary" onClick={onClose}>{backWord(several)}</Button>
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

function NotFound({ name, several, onClose }: NoTicketProps) {
  return (
    <>
      <BareHeader name={name} onClose={onClose} />
      <EmptyState title={t`Task not found`} actions={<Button onClick={onClose}>{backWord(several)}</Button>}>
        <Trans>{name} was deleted permanently, is private to someone else, or the link is wrong.</Trans>
      </EmptyState>
    </>
  );
}
