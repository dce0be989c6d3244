import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CheckCheck, Inbox, PanelLeft } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useParams } from "react-router";
import { markDone, markRead, markUnread, useInbox } from "@/actions/inbox";
import { setShownOrder } from "@/actions/order";
import { StarButton } from "@/actions/StarButton";
import { setTarget } from "@/actions/target";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { InboxFilterPicker } from "@/features/inbox/InboxFilterPicker";
import { InboxList } from "@/features/inbox/InboxList";
import { filterAt, linesOf, narrowed, queryOf, type InboxFilter, type InboxTab } from "@/features/inbox/sections";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { cx } from "@/lib/cx";
import { useHotkeys } from "@/lib/hotkeys";
import { useLocation, useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { toggleSidebar } from "@/lib/shell";
import { ticketByKey, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Keys } from "@/ui/Keys";
import { SegmentedControl } from "@/ui/Segmented";
import styles from "./InboxPage.module.css";

const tabs = (): { id: InboxTab; name: string }[] => [
  { id: "all", name: t`All` },
  { id: "unread", name: t`Unread` },
  { id: "mentions", name: t`Mentions` },
  { id: "assigned", name: t`Assigned` },
  { id: "snoozed", name: t`Snoozed` },
];

const emptyWords: Record<InboxTab, () => [string, string]> = {
  all: () => [t`You are up to date`, t`Tasks that you create, comment on or are assigned to appear here when someone else changes them.`],
  unread: () => [t`Nothing unread`, t`You have seen all updates to your tasks.`],
  mentions: () => [t`No mentions`, t`Tasks that mention you appear here.`],
  assigned: () => [t`Nothing assigned`, t`Updates to tasks that are assigned to you appear here.`],
  snoozed: () => [t`Nothing snoozed`, t`Snoozed tasks stay here until the snooze ends, or until someone mentions you.`],
};

const noTickets = {};
const place = { kind: "page", id: "inbox" } as const;

/** The tasks of which the person hears, newest first. A task opens beside them. */
export function InboxPage() {
  const { workspace: slug = "", ticketKey: openKey = null } = useParams();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const filter = useMemo(() => filterAt(search), [search]);
  const { tab } = filter;
  const setFilter = (next: InboxFilter) => navigate(`${pathname}${queryOf(next)}`, { replace: true });
  const inbox = useInbox();
  const tickets = useTroupe((state) => (filter.listIds.length === 0 ? noTickets : state.tickets));
  const ofTab = useMemo(() => linesOf(inbox.lines, tab), [inbox.lines, tab]);
  const lines = useMemo(() => narrowed(ofTab, filter, tickets), [ofTab, filter, tickets]);
  const order = useMemo(() => lines.map(({ ticketId }) => ticketId), [lines]);
  const openId = useTroupe((state) => (openKey === null ? null : (ticketByKey(state, openKey)?.id ?? state.tickets[openKey]?.id ?? null)));
  const [chosen, setChosen] = useState<string | null>(null);
  const currentId = openId ?? chosen;

  useEffect(() => setShownOrder(order), [order]);
  useEffect(() => () => setShownOrder(null), []);
  useEffect(() => setTarget({ listId: null, opened: openId }), [openId]);
  useEffect(() => () => setTarget({ opened: null }), []);

  const hrefOf = useCallback(
    (ticketId: string) => {
      const state = useTroupe.getState();
      const ticket = state.tickets[ticketId];
      return `${paths.collection(slug, "inbox", { ticketKey: (ticket && ticketKey(state, ticket)) ?? ticketId })}${queryOf(filter)}`;
    },
    [slug, filter],
  );
  const open = (ticketId: string) => navigate(hrefOf(ticketId), { replace: openId !== null });
  useInboxKeys({ order, currentId, openId, onCurrent: setChosen, onOpen: open });

  const { unread } = inbox;
  const [emptyTitle, emptyText] = emptyWords[tab]();
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <IconButton icon={PanelLeft} name={t`Sidebar`} keys="[" onClick={() => toggleSidebar(openId !== null)} />
        <Icon of={Inbox} className={styles.picture} />
        <h1 className={styles.title}><Trans>Inbox</Trans></h1>
        <StarButton place={place} />
        {unread > 0 && <span className={styles.count}><Trans>{unread} unread</Trans></span>}
        <span className={styles.space} />
        <InboxFilterPicker filter={filter} onChange={setFilter} />
        <Button icon={CheckCheck} variant="ghost" disabled={unread === 0} onClick={() => markRead(inbox.lines.filter((line) => line.unread && line.snoozedUntil === null).map(({ ticketId }) => ticketId))}>
          <span className={styles.read}><Trans>Mark all as read</Trans></span>
        </Button>
      </header>
      {openKey === null && <SyncBanner />}
      {openKey === null && <RefusedBanner />}
      <div className={styles.toolbar}>
        <SegmentedControl name={t`Filter inbox`} options={tabs()} value={tab} onChange={(next) => setFilter({ ...filter, tab: next })} />
        <span className={styles.space} />
        <span className={styles.keys} aria-hidden>
          <span><Keys keys="J" /> <Keys keys="K" /> <Trans>Move</Trans></span>
          <span><Keys keys="inbox:E" /> <Trans>Done</Trans></span>
          <span><Keys keys="inbox:H" /> <Trans>Snooze</Trans></span>
          <span><Keys keys="inbox:U" /> <Trans>Unread</Trans></span>
        </span>
      </div>
      {/* In a wide window, the list stands beside the open task. It keeps its place while no task is open. */}
      <div className={cx(styles.body, (openKey !== null || lines.length > 0) && styles.split)}>
        <div className={styles.list}>
          {lines.length > 0 ? (
            <InboxList lines={lines} now={inbox.now} openId={openId} currentId={currentId} hrefOf={hrefOf} onCurrent={setChosen} />
          ) : ofTab.length > 0 ? (
            <EmptyState
              title={t`No tasks match your filters`}
              actions={<Button variant="primary" onClick={() => setFilter({ tab, reasons: [], listIds: [] })}><Trans>Clear filters</Trans></Button>}
            >
              <Trans>This tab has other tasks.</Trans>
            </EmptyState>
          ) : (
            <EmptyState title={emptyTitle}>{emptyText}</EmptyState>
          )}
        </div>
        {openKey === null && lines.length > 0 && (
          <p className={styles.rest}>
            <Icon of={Inbox} />
            <Trans>Choose a task to read it here.</Trans>
          </p>
        )}
      </div>
    </div>
  );
}

interface InboxKeys {
  order: readonly string[];
  currentId: string | null;
  openId: string | null;
  onCurrent: (ticketId: string | null) => void;
  onOpen: (ticketId: string) => void;
}

/**
 * The keys of the inbox: J and K move, Enter opens, E is done, U unread, H snoozes. They come before the keys of the open
 * task, in which E edits the description.
 */
function useInboxKeys({ order, currentId, openId, onCurrent, onOpen }: InboxKeys): void {
  const at = currentId === null ? -1 : order.indexOf(currentId);
  const move = (by: number) => () => {
    const next = order[at < 0 ? 0 : at + by];
    if (next === undefined) return;
    onCurrent(next);
    if (openId !== null) onOpen(next);
  };
  const done = (ticketId: string) => {
    const neighbour = order[at + 1] ?? order[at - 1] ?? null;
    markDone(ticketId);
    onCurrent(neighbour);
    if (openId !== null && neighbour !== null) onOpen(neighbour);
  };
  const isControl = ({ target }: KeyboardEvent) => target instanceof HTMLAnchorElement || target instanceof HTMLButtonElement;
  const alone = openId === null;
  useHotkeys(
    {
      J: move(1),
      K: move(-1),
      ...(alone && { ArrowDown: move(1), ArrowUp: move(-1) }),
      ...(currentId !== null && {
        ...(alone && { Enter: (event: KeyboardEvent) => (isControl(event) ? false : onOpen(currentId)) }),
        "inbox:E": () => done(currentId),
        "inbox:U": () => markUnread(currentId),
        "inbox:H": () => openSnooze(currentId),
      }),
    },
    true,
  );
}

/** Opens the menu of a line by its button, which also places the menu. */
function openSnooze(ticketId: string): void {
  const button = document.querySelector<HTMLButtonElement>(`[data-snooze="${CSS.escape(ticketId)}"]`);
  button?.focus();
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
}
