import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, ChevronRight, GripVertical } from "lucide-react";
import { memo, type FocusEvent, type KeyboardEvent } from "react";
import { setTarget } from "@/actions/target";
import { useMayOn } from "@/actions/useMay";
import { smallPictureOf } from "@/fields/Picture";
import { status as statusField } from "@/fields/status";
import { keyInOrder } from "@/lib/direction";
import { ticketKey, unnumberedKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import type { Ticket } from "@/wire/generated";
import { shownNumber } from "@/words/region";
import { changeGantt, useGanttView } from "./ganttView";
import styles from "./Tray.module.css";

/** More cards than these are in the tree only. */
const most = 60;

interface TrayProps {
  ticketIds: readonly string[];
  onOpen: (ticketId: string) => void;
  onDrag: (event: PointerEvent, ticketId: string) => void;
}

/** The tasks that have no dates, below the chart. A card is dragged onto the timeline, or gets its dates by key. */
export const Tray = memo(function Tray({ ticketIds, onOpen, onDrag }: TrayProps) {
  const open = useGanttView(({ settings }) => settings.tray);
  if (ticketIds.length === 0) return null;
  const count = shownNumber(ticketIds.length);
  const more = ticketIds.length - most;
  /** Left and right walk along the cards, which are one tab stop. */
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const key = keyInOrder(event.key);
    const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const cards = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
    cards[cards.indexOf(event.target as HTMLElement) + step]?.focus();
  };
  const focus = (event: FocusEvent<HTMLElement>) => setTarget({ focused: event.target.closest<HTMLElement>("[data-ticket]")?.dataset.ticket ?? null });
  return (
    <section className={styles.tray} data-foot aria-label={plural(ticketIds.length, { one: "# unscheduled task", other: "# unscheduled tasks" })}>
      <header className={styles.head}>
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => changeGantt({ tray: !open })}>
          <Icon of={open ? ChevronDown : ChevronRight} size={14} />
          <Trans>Unscheduled</Trans> <span className={styles.count}>{count}</span>
        </button>
        {open && <span className={styles.hint}><Trans>Drag onto the timeline, or press D to set dates</Trans></span>}
      </header>
      {open && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its cards have the focus; it knows their neighbours
        <ul className={styles.cards} data-tray onKeyDown={walk} onFocus={focus}>
          {ticketIds.slice(0, most).map((id, index) => (
            <TrayCard key={id} ticketId={id} first={index === 0} onOpen={onOpen} onDrag={onDrag} />
          ))}
          {more > 0 && <li className={styles.more}>{t`and ${shownNumber(more)} more`}</li>}
        </ul>
      )}
    </section>
  );
});

/** Opens the tray, and goes to its first card. */
export function showTray(): void {
  changeGantt({ tray: true });
  requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-tray] button")?.focus());
}

interface TrayCardProps extends Omit<TrayProps, "ticketIds"> {
  ticketId: string;
  first: boolean;
}

function TrayCard({ ticketId, ...rest }: TrayCardProps) {
  const ticket = useTroupe((state) => state.tickets[ticketId]);
  return ticket ? <Card ticket={ticket} {...rest} /> : null;
}

function Card({ ticket, first, onOpen, onDrag }: Omit<TrayCardProps, "ticketId"> & { ticket: Ticket }) {
  const key = useTroupe((state) => ticketKey(state, ticket));
  const unnumbered = useTroupe(unnumberedKey);
  const status = useTroupe((state) => statusField.value.options.find(state, ticket.statusId));
  const mayEdit = useMayOn("editTickets", ticket);
  return (
    <li>
      <button
        type="button"
        tabIndex={first ? 0 : -1}
        data-ticket={ticket.id}
        className={styles.card}
        title={ticket.title}
        onClick={() => onOpen(ticket.id)}
        onPointerDown={(event) => mayEdit && onDrag(event.nativeEvent, ticket.id)}
        onPointerEnter={() => setTarget({ hovered: ticket.id })}
        onPointerLeave={() => setTarget({ hovered: null })}
      >
        {mayEdit && <Icon of={GripVertical} size={14} className={styles.grip} />}
        {smallPictureOf(status?.look, status?.name)}
        <span className={styles.id}>{key ?? unnumbered}</span>
        <span className={styles.title} dir="auto">{ticket.title}</span>
      </button>
    </li>
  );
}
