import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { changeWords } from "@/actions/changeWords";
import { useFavorites } from "@/actions/favorites";
import { latestChanges } from "@/fields/start";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { Ticket } from "@/wire/generated";
import { Block } from "./Block";
import { atMost, type TicketLinks } from "./DueBlock";
import styles from "./Home.module.css";
import { TaskLine } from "./TaskLine";

/** What other people did last in the lists of the person, one line for each task. */
export function ActivityBlock({ hrefOf, openId }: TicketLinks) {
  const tickets = useTroupe((state) => state.tickets);
  const me = useTroupe((state) => state.me);
  const favorites = useFavorites();
  const changed = useMemo(() => {
    const starred = favorites.flatMap(({ kind, id }) => (kind === "list" ? [id] : []));
    return latestChanges({ tickets }, me, starred).slice(0, atMost);
  }, [tickets, me, favorites]);
  return (
    <Block title={t`Activity in your lists`}>
      {changed.length === 0 && <p className={styles.nothing}><Trans>What other people do in your lists appears here.</Trans></p>}
      <ul>
        {changed.map((ticket) => (
          <ActivityLine key={ticket.id} ticket={ticket} href={hrefOf(ticket.id)} isOpen={ticket.id === openId} />
        ))}
      </ul>
    </Block>
  );
}

function ActivityLine({ ticket, href, isOpen }: { ticket: Ticket; href: string; isOpen: boolean }) {
  const last = ticket.lastActivity;
  const who = useTroupe((state) => {
    const member = last && state.members[last.userId];
    return member ? memberName(member) : t`Someone`;
  });
  if (!last) return null;
  return (
    <TaskLine ticket={ticket} href={href} isOpen={isOpen}>
      <span className={styles.deed}>
        <bdi>{who}</bdi> {changeWords(last)}
      </span>
      <time className={styles.when} dateTime={last.at} title={formatInstantLong(last.at)}>
        {formatInstant(last.at)}
      </time>
    </TaskLine>
  );
}
