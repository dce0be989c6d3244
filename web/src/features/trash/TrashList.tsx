import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useVirtualizer } from "@tanstack/react-virtual";
import { RotateCcw, Trash2 } from "lucide-react";
import { memo, useCallback, useEffect, useRef } from "react";
import { useShallow } from "zustand/react/shallow";
import { ask } from "@/actions/ask";
import { sharesOf } from "@/fields/status";
import { deletionText } from "@/fields/trash";
import { clearSelection, select, selectAll, selectedSet } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { mayOn } from "@/actions/rights";
import { restoreWithUndo } from "@/actions/trash";
import { useMayOn } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { memberName, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { PrivateMark } from "@/ui/PrivateMark";
import { StatusIcon } from "@/ui/StatusIcon";
import { listed } from "@/words/i18n";
import type { Ticket } from "@/wire/generated";
import styles from "./TrashList.module.css";

interface TrashListProps {
  ticketIds: readonly string[];
  /** True for two lines in each row. */
  phone: boolean;
}

/** The tasks in the trash, newest first, to restore or to delete permanently. */
export function TrashList({ ticketIds, phone }: TrashListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const ticked = useTarget((target) => target.selected);
  const getItemKey = useCallback((index: number) => ticketIds[index] ?? index, [ticketIds]);
  const virtual = useVirtualizer({
    count: ticketIds.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (phone ? 104 : 40),
    getItemKey,
    overscan: 10,
  });
  // The virtualizer keeps the heights that it has measured, also when a window becomes as narrow as a phone.
  useEffect(() => virtual.measure(), [virtual, phone]);
  // A person may have rights to their own tasks only, so only those can be selected.
  const mine = useTroupe(useShallow((state) => ticketIds.filter((id) => state.tickets[id] && mayOn(state, "deleteTickets", [state.tickets[id]]))));
  const chosen = ticked.length > 0 ? ticked : null;
  return (
    <>
      <div className={styles.head}>
        {mine.length > 0 && (
          <Checkbox
            checked={chosen === null ? false : chosen.length >= mine.length ? true : "mixed"}
            name={t`Select all`}
            onChange={(on) => (on ? selectAll(mine) : clearSelection())}
          />
        )}
        <span className={styles.said}>{chosen ? t`${chosen.length} selected` : plural(ticketIds.length, { one: "# task", other: "# tasks" })}</span>
        {chosen && (
          <>
            <Button size="sm" icon={RotateCcw} onClick={() => restoreWithUndo(chosen)}>
              <Trans>Restore</Trans>
            </Button>
            <Button size="sm" icon={Trash2} onClick={(event) => ask("deleteForever", chosen, event.currentTarget)}>
              <Trans>Delete permanently</Trans>
            </Button>
          </>
        )}
      </div>
      <div ref={scroller} className={styles.list}>
        <ul className={styles.run} style={{ height: virtual.getTotalSize() }} aria-label={t`Trash`}>
          {virtual.getVirtualItems().map(({ index, start, size }) => {
            const id = ticketIds[index];
            return id === undefined ? null : <Trashed key={id} ticketId={id} order={mine} top={start} height={size} />;
          })}
        </ul>
      </div>
    </>
  );
}

interface TrashedProps {
  ticketId: string;
  order: readonly string[];
  top: number;
  height: number;
}

const Trashed = memo(function Trashed(props: TrashedProps) {
  const ticket = useTroupe((state) => state.tickets[props.ticketId]);
  if (!ticket?.trashedAt) return null;
  const { top, height } = props;
  return (
    <ErrorBoundary of={ticket} fallback={<li className={styles.row} style={{ top, height }}><Trans>This task can't be displayed.</Trans></li>}>
      <TrashedRow {...props} ticket={ticket} trashedAt={ticket.trashedAt} />
    </ErrorBoundary>
  );
});

function TrashedRow({ ticketId, order, top, height, ticket, trashedAt }: TrashedProps & { ticket: Ticket; trashedAt: string }) {
  const key = useTroupe((state) => ticketKey(state, ticket));
  const status = useTroupe((state) => state.statuses[ticket.statusId]);
  const share = useTroupe((state) => sharesOf(state.statuses)[ticket.statusId]);
  const by = useTroupe((state) => {
    const member = ticket.trashedByUserId ? state.members[ticket.trashedByUserId] : undefined;
    return member ? memberName(member) : t`Someone`;
  });
  const from = useTroupe((state) => listed(ticket.lists.flatMap(({ listId }) => state.lists[listId]?.name ?? [])));
  const selected = useTarget((target) => selectedSet(target.selected).has(ticketId));
  const mayDelete = useMayOn("deleteTickets", ticket);
  const called = key ?? ticket.title;
  return (
    <li className={cx(styles.row, selected && styles.selected)} style={{ top, height }} data-ticket={ticketId}>
      {mayDelete && (
        <Checkbox
          checked={selected}
          name={t`Select ${called}`}
          onChange={() => {}}
          onClick={(event) => select(ticketId, order, event.shiftKey)}
        />
      )}
      {status && <StatusIcon category={status.category} share={share} />}
      <span className={styles.id}>{key}</span>
      {ticket.private && <PrivateMark />}
      <span className={styles.title} dir="auto" title={ticket.title}>
        {ticket.title}
      </span>
      {from !== "" && (
        <span className={styles.from} dir="auto" title={from}>
          {from}
        </span>
      )}
      <span className={styles.when} title={formatInstantLong(trashedAt)}>
        <bdi>{by}</bdi>, {formatInstant(trashedAt)}
      </span>
      <span className={styles.goes}>
        {deletionText(trashedAt)}
      </span>
      {mayDelete && (
        <span className={styles.tools}>
          <Button size="sm" aria-label={t`Restore ${called}`} onClick={() => restoreWithUndo([ticketId])}>
            <Trans>Restore</Trans>
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={t`Delete ${called} permanently`}
            onClick={(event) => ask("deleteForever", [ticketId], event.currentTarget)}
          >
            <Trans>Delete</Trans>
          </Button>
        </span>
      )}
    </li>
  );
}
