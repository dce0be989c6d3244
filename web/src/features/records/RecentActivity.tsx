import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { changeWords } from "@/actions/changeWords";
import { changesBy } from "@/fields/start";
import { sharesOf } from "@/fields/status";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { Link } from "@/lib/location";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { PrivateMark } from "@/ui/PrivateMark";
import { StatusIcon } from "@/ui/StatusIcon";
import type { LastActivity, Ticket } from "@/wire/generated";
import styles from "./RecentActivity.module.css";

/** How many changes are shown at first, and how many more each time. */
const step = 10;

interface RecentActivityProps {
  userId: string;
  hrefOf: (ticketId: string) => string;
}

/** The tasks that a person changed last, among those that the reader sees. */
export function RecentActivity({ userId, hrefOf }: RecentActivityProps) {
  const tickets = useTroupe((state) => state.tickets);
  const changed = useMemo(() => changesBy({ tickets }, userId), [tickets, userId]);
  const [open, setOpen] = useState(false);
  const [most, setMost] = useState(step);
  const newest = changed[0]?.lastActivity.at;
  if (newest === undefined) return null;
  return (
    <div className={styles.activity}>
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={open ? ChevronDown : ChevronRight} size={14} />
        <Trans>Recent activity</Trans>
        <time className={styles.when} dateTime={newest} title={formatInstantLong(newest)}>
          {formatInstant(newest)}
        </time>
      </button>
      {open && (
        <div className={styles.scroll}>
          <ul aria-label={t`Recent activity`}>
            {changed.slice(0, most).map((ticket) => (
              <Change key={ticket.id} ticket={ticket} last={ticket.lastActivity} href={hrefOf(ticket.id)} />
            ))}
          </ul>
          {changed.length > most && (
            <Button size="sm" variant="ghost" onClick={() => setMost(most + step)}>
              <Trans>Show more</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Change({ ticket, last, href }: { ticket: Ticket; last: LastActivity; href: string }) {
  const key = useTroupe((state) => ticketKey(state, ticket));
  const status = useTroupe((state) => state.statuses[ticket.statusId]);
  const share = useTroupe((state) => sharesOf(state.statuses)[ticket.statusId]);
  return (
    <li className={styles.change}>
      {status && <StatusIcon category={status.category} share={share} name={status.name} />}
      <span className={styles.id}>{key}</span>
      {ticket.private && <PrivateMark />}
      <Link to={href} className={styles.title} dir="auto" title={ticket.title}>
        {ticket.title}
      </Link>
      <span className={styles.deed}>{changeWords(last)}</span>
      <time className={styles.when} dateTime={last.at} title={formatInstantLong(last.at)}>
        {formatInstant(last.at)}
      </time>
    </li>
  );
}
