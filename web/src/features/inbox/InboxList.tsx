import { t } from "@lingui/core/macro";
import { AlarmClock, BellMinus, BellOff, Check, Clock, Ellipsis, MailOpen, Mail, Bell } from "lucide-react";
import { memo, useEffect, useMemo, useRef } from "react";
import { leaveTicket, markDone, markRead, markUnread, setMuted, snooze } from "@/actions/inbox";
import { setTarget } from "@/actions/target";
import { cx } from "@/lib/cx";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { Link } from "@/lib/location";
import type { InboxLine } from "@/sync/inbox";
import { memberName, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Menu, type MenuItem } from "@/ui/Menu";
import styles from "./InboxList.module.css";
import { sectionsOf, snoozeChoices } from "./sections";
import { lastChange, reasonText } from "./words";

interface InboxListProps {
  lines: readonly InboxLine[];
  /** The time that the lines are of. */
  now: number;
  openId: string | null;
  /** The ticket that the keys act on. */
  currentId: string | null;
  hrefOf: (ticketId: string) => string;
  onCurrent: (ticketId: string) => void;
}

/** The lines of the inbox, by day. */
export function InboxList({ lines, now, ...rest }: InboxListProps) {
  const sections = useMemo(() => sectionsOf(lines, new Date(now)), [lines, now]);
  return (
    <div className={styles.list}>
      {sections.map(({ name, lines: of }) => (
        <section key={name} aria-label={name}>
          <h2 className={styles.day}>{name}</h2>
          <ul>
            {of.map((line) => (
              <ErrorBoundary key={line.ticketId} of={line} fallback={<li className={styles.line}>{t`This task can't be displayed.`}</li>}>
                <InboxRow line={line} {...rest} />
              </ErrorBoundary>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface InboxRowProps extends Omit<InboxListProps, "lines" | "now"> {
  line: InboxLine;
}

const InboxRow = memo(function InboxRow({ line, openId, currentId, hrefOf, onCurrent }: InboxRowProps) {
  const { ticketId, last, unread, muted, snoozedUntil } = line;
  const ticket = useTroupe((state) => state.tickets[ticketId]);
  const key = useTroupe((state) => (ticket ? ticketKey(state, ticket) : null));
  const by = useTroupe((state) => state.members[last.userId]);
  const row = useRef<HTMLLIElement>(null);
  const current = currentId === ticketId;
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  if (!ticket) return null;
  const who = by ? memberName(by) : t`Someone`;
  const called = key ?? ticket.title;
  const more: MenuItem[] = [
    unread
      ? { id: "read", name: t`Mark as read`, icon: MailOpen, onSelect: () => markRead([ticketId]) }
      : { id: "unread", name: t`Mark as unread`, icon: Mail, keys: "inbox:U", onSelect: () => markUnread(ticketId) },
    muted
      ? { id: "unmute", name: t`Unmute`, icon: Bell, onSelect: () => setMuted(ticketId, false) }
      : { id: "mute", name: t`Mute`, icon: BellOff, onSelect: () => setMuted(ticketId, true) },
    { id: "leave", name: t`Unsubscribe`, icon: BellMinus, apart: true, onSelect: () => leaveTicket(ticketId) },
  ];
  return (
    <li
      ref={row}
      className={cx(styles.line, unread && styles.unread, openId === ticketId && styles.open, current && styles.current)}
      data-inbox={ticketId}
      onPointerEnter={() => setTarget({ hovered: null })}
    >
      <Link to={hrefOf(ticketId)} className={styles.link} onClick={() => onCurrent(ticketId)} onFocus={() => onCurrent(ticketId)}>
        <span className={styles.mark}>{unread && <span className={styles.dot} role="img" aria-label={t`Unread`} />}</span>
        <Avatar person={{ id: last.userId, name: who, avatarUrl: by?.avatarUrl ?? null }} size={28} decorative />
        <span className={styles.text}>
          <span className={styles.first}>
            <span className={styles.title} dir="auto">{ticket.title}</span>
            {muted && <Icon of={BellOff} size={14} name={t`Muted`} />}
            <time dateTime={last.at} title={formatInstantLong(last.at)}>{formatInstant(last.at)}</time>
          </span>
          <span className={styles.second}>
            <span className={styles.what}>
              <bdi className={styles.who}>{who}</bdi> {lastChange(line)}
            </span>
            <span className={styles.why}>
              {snoozedUntil === null ? (
                <>{key} · {reasonText(line.reasons)}</>
              ) : (
                <><Icon of={AlarmClock} size={14} /> {t`Until ${formatInstant(snoozedUntil)}`}</>
              )}
            </span>
          </span>
        </span>
      </Link>
      <span className={styles.tools}>
        <IconButton size="xs" icon={Check} name={t`Mark ${called} as done`} keys="inbox:E" onClick={() => markDone(ticketId)} />
        <SnoozeMenu ticketId={ticketId} called={called} snoozed={snoozedUntil !== null} />
        <Menu name={t`More actions for ${called}`} align="end" items={more}>
          <IconButton size="xs" icon={Ellipsis} name={t`More actions for ${called}`} />
        </Menu>
      </span>
    </li>
  );
});

/** The lines of a menu that snoozes a ticket. */
export function snoozeItems(ticketId: string, snoozed: boolean): MenuItem[] {
  const choices = snoozeChoices(new Date()).map(({ id, name, until }): MenuItem => ({
    id,
    name: `${name} · ${formatUntil(until)}`,
    icon: Clock,
    onSelect: () => snooze(ticketId, until),
  }));
  const wake: MenuItem = { id: "wake", name: t`End snooze`, icon: AlarmClock, apart: true, onSelect: () => snooze(ticketId, null) };
  return snoozed ? [...choices, wake] : choices;
}

const formatUntil = (until: Date): string => formatInstant(until.toISOString());

function SnoozeMenu({ ticketId, called, snoozed }: { ticketId: string; called: string; snoozed: boolean }) {
  return (
    <Menu name={t`Snooze ${called}`} align="end" items={snoozeItems(ticketId, snoozed)}>
      <IconButton size="xs" icon={Clock} name={t`Snooze ${called}`} keys="inbox:H" data-snooze={ticketId} />
    </Menu>
  );
}
