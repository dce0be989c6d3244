import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { useParams } from "react-router";
import { dueTasks } from "@/fields/start";
import { cx } from "@/lib/cx";
import { paths } from "@/lib/paths";
import { formatDate, type PlainDate } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import { Block } from "./Block";
import styles from "./Home.module.css";
import { TaskLine } from "./TaskLine";

/** How many tasks a block shows. */
export const atMost = 8;

export interface TicketLinks {
  hrefOf: (ticketId: string) => string;
  openId: string | null;
}

/** The person's tasks that are overdue or due today. */
export function DueBlock({ now, hrefOf, openId }: TicketLinks & { now: PlainDate }) {
  const { workspace: slug = "" } = useParams();
  const tickets = useTroupe((state) => state.tickets);
  const me = useTroupe((state) => state.me);
  const due = useMemo(() => dueTasks({ tickets }, me, now), [tickets, me, now]);
  const more = due.length - atMost;
  return (
    <Block title={t`Due today`} count={due.length} all={{ to: paths.collection(slug, "mine"), name: t`Assigned to me` }}>
      {due.length === 0 && <p className={styles.nothing}><Trans>Nothing is due today.</Trans></p>}
      <ul>
        {due.slice(0, atMost).map((ticket) => (
          <TaskLine key={ticket.id} ticket={ticket} href={hrefOf(ticket.id)} isOpen={ticket.id === openId}>
            <span className={cx(styles.when, ticket.dueDate !== now && styles.late)}>{ticket.dueDate === now ? t`Today` : ticket.dueDate && formatDate(ticket.dueDate)}</span>
          </TaskLine>
        ))}
      </ul>
      {more > 0 && <p className={styles.nothing}>{plural(more, { one: "# more task", other: "# more tasks" })}</p>}
    </Block>
  );
}
