import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { AlarmClock, BellOff, Check, Clock, Ellipsis, Mail, MailOpen } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { doneWithUndo, markDone } from "@/actions/inbox";
import { setTarget } from "@/actions/target";
import { cx } from "@/lib/cx";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { Link } from "@/lib/location";
import { useSwipe } from "@/lib/useSwipe";
import type { InboxLine } from "@/sync/inbox";
import { memberName, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { PointMenu } from "@/ui/PointMenu";
import { PrivateMark } from "@/ui/PrivateMark";
import styles from "./InboxList.module.css";
import { followingItems, leavingItems, readItem, snoozeItems } from "./items";
import { lastChange, reasonText } from "./words";

export interface InboxRowProps {
  line: InboxLine;
  openId: string | null;
  /** The ticket that the keys act on. */
  currentId: string | null;
  /** True on a touch screen, which has no hover, so the buttons are always visible. */
  touch: boolean;
  hrefOf: (ticketId: string) => string;
  onCurrent: (ticketId: string) => void;
}

/** A line of the inbox. A swipe to the left marks its ticket as done, and a swipe to the right snoozes it. */
export const InboxRow = memo(function InboxRow({ line, openId, currentId, touch, hrefOf, onCurrent }: InboxRowProps) {
  const { ticketId, last, unread, muted, snoozedUntil } = line;
  const ticket = useTroupe((state) => state.tickets[ticketId]);
  const key = useTroupe((state) => (ticket ? ticketKey(state, ticket) : null));
  const by = useTroupe((state) => state.members[last.userId]);
  const row = useRef<HTMLLIElement>(null);
  const current = currentId === ticketId;
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const { front, swiped, snoozeAt, swipe, closeSnooze } = useRowSwipe(ticketId);
  if (!ticket) return null;
  const who = by ? memberName(by) : t`Someone`;
  const called = key ?? ticket.title;
  const mark = readItem(line);
  const more = touch ? [...leavingItems(line), mark] : [];
  return (
    <li
      ref={row}
      className={cx(styles.line, unread && styles.unread, openId === ticketId && styles.open, current && styles.current, swiped && styles.swiped)}
      data-inbox={ticketId}
      onPointerEnter={() => setTarget({ hovered: null })}
    >
      {swiped && <Revealed {...swiped} />}
      <div ref={front} className={styles.front} {...swipe}>
        <Link to={hrefOf(ticketId)} className={styles.link} draggable={false} onClick={() => onCurrent(ticketId)} onFocus={() => onCurrent(ticketId)}>
          <span className={styles.mark}>{unread && <span className={styles.dot} role="img" aria-label={t`Unread`} />}</span>
          <Avatar person={{ id: last.userId, name: who, avatarUrl: by?.avatarUrl ?? null }} size={28} decorative />
          <span className={styles.text}>
            <span className={styles.first}>
              <span className={styles.title} dir="auto">{ticket.title}</span>
              {ticket.private && <PrivateMark />}
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
          {!touch && <IconButton size="xs" icon={Check} name={t`Mark ${called} as done`} keys="inbox:E" onClick={() => markDone(ticketId)} />}
          {!touch && (
            <Menu name={t`Snooze ${called}`} align="end" items={snoozeItems(ticketId, snoozedUntil !== null)}>
              <IconButton size="xs" icon={Clock} name={t`Snooze ${called}`} keys="inbox:H" data-snooze={ticketId} />
            </Menu>
          )}
          {!touch && (
            <IconButton
              size="xs"
              icon={unread ? MailOpen : Mail}
              name={unread ? t`Mark ${called} as read` : t`Mark ${called} as unread`}
              {...(!unread && { keys: "inbox:U" })}
              onClick={mark.onSelect}
            />
          )}
          <Menu name={t`More actions for ${called}`} align="end" items={[...more, ...followingItems(ticketId, muted).map((item) => (touch ? item : { ...item, apart: false }))]}>
            {/* On a touch screen, the line has no snooze menu, so the key that snoozes opens this menu. */}
            <IconButton size={touch ? "md" : "xs"} icon={Ellipsis} name={t`More actions for ${called}`} {...(touch && { "data-snooze": ticketId })} />
          </Menu>
        </span>
      </div>
      <PointMenu
        name={t`Snooze ${called}`}
        at={snoozeAt}
        items={snoozeItems(ticketId, snoozedUntil !== null)}
        onClose={closeSnooze}
        onReturnFocus={() => row.current?.querySelector("a")?.focus({ preventScroll: true })}
      />
    </li>
  );
});

interface Swiped {
  to: "left" | "right";
  /** True if the swipe acts when the finger lifts. */
  acts: boolean;
}

/** Names the action of a swipe, in the space that the moved row leaves free. */
function Revealed({ to, acts }: Swiped) {
  return (
    <span className={cx(styles.revealed, to === "left" ? styles.done : styles.snooze, acts && styles.acts)} aria-hidden>
      {to === "left" ? (
        <><Trans>Done</Trans> <Icon of={Check} /></>
      ) : (
        <><Icon of={Clock} /> <Trans>Snooze</Trans></>
      )}
    </span>
  );
}

/** Moves the row with the finger, and acts when the finger lifts. */
function useRowSwipe(ticketId: string) {
  const front = useRef<HTMLDivElement>(null);
  const [swiped, setSwiped] = useState<Swiped | null>(null);
  const [snoozeAt, setSnoozeAt] = useState<{ x: number; y: number } | null>(null);
  const swipe = useSwipe({
    onMove: (now) => {
      if (front.current) front.current.style.transform = now ? `translateX(${now.dx}px)` : "";
      const next: Swiped | null = now && { to: now.dx < 0 ? "left" : "right", acts: now.acts };
      setSwiped((before) => (before && next && before.to === next.to && before.acts === next.acts ? before : next));
    },
    onLeft: () => doneWithUndo(ticketId),
    onRight: () => {
      const box = front.current?.parentElement?.getBoundingClientRect();
      if (box) setSnoozeAt({ x: box.left + 16, y: box.top + box.height / 2 });
    },
  });
  return { front, swiped, snoozeAt, swipe, closeSnooze: () => setSnoozeAt(null) };
}
