import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useParams } from "react-router";
import { useInbox } from "@/actions/inbox";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { paths } from "@/lib/paths";
import type { InboxLine } from "@/sync/inbox";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Block } from "./Block";
import type { TicketLinks } from "./DueBlock";
import styles from "./Home.module.css";
import { TaskLine } from "./TaskLine";

const atMost = 5;

/** The newest unread tasks of the inbox. */
export function UnreadBlock(links: TicketLinks) {
  const { workspace: slug = "" } = useParams();
  const { lines, unread } = useInbox();
  const shown = lines.filter((line) => line.unread && line.snoozedUntil === null).slice(0, atMost);
  const more = unread - shown.length;
  return (
    <Block title={t`Unread`} count={unread} all={{ to: paths.collection(slug, "inbox"), name: t`Inbox` }}>
      {unread === 0 && <p className={styles.nothing}><Trans>You are up to date.</Trans></p>}
      <ul>
        {shown.map((line) => (
          <UnreadLine key={line.ticketId} line={line} {...links} />
        ))}
      </ul>
      {more > 0 && <p className={styles.nothing}>{plural(more, { one: "# more task", other: "# more tasks" })}</p>}
    </Block>
  );
}

function UnreadLine({ line: { ticketId, last }, hrefOf, openId }: TicketLinks & { line: InboxLine }) {
  const ticket = useTroupe((state) => state.tickets[ticketId]);
  const author = useTroupe((state) => {
    const member = state.members[last.userId];
    return member ? memberName(member) : "";
  });
  if (!ticket) return null;
  return (
    <TaskLine ticket={ticket} href={hrefOf(ticketId)} isOpen={ticketId === openId}>
      <span className={styles.who} dir="auto">{author}</span>
      <time className={styles.when} dateTime={last.at} title={formatInstantLong(last.at)}>
        {formatInstant(last.at)}
      </time>
    </TaskLine>
  );
}
