import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Epic } from "@/fields/epics";
import { sharesOf } from "@/fields/status";
import { cx } from "@/lib/cx";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { Link } from "@/lib/location";
import { faceOf } from "@/fields/people";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { AvatarStack } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { IconButton } from "@/ui/IconButton";
import { PrivateMark } from "@/ui/PrivateMark";
import { StatusIcon } from "@/ui/StatusIcon";
import { TypePicture } from "@/ui/TypePicture";
import type { Ticket } from "@/wire/generated";
import styles from "./Epics.module.css";
import { HealthMark } from "./HealthMark";
import { Meter } from "./Meter";
import { NewChild } from "./NewChild";
import { Span } from "./Span";

/** How many epics, and how many tasks of one, are drawn at first. */
const atOnce = 100;

interface EpicTableProps {
  epics: readonly Epic[];
  openId: string | null;
  hrefOf: (ticketId: string) => string;
}

/** The epics with their progress, each with its tasks. */
export function EpicTable({ epics, openId, hrefOf }: EpicTableProps) {
  const [most, setMost] = useState(atOnce);
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t`Epics`}>
        <thead>
          <tr>
            <th scope="col"><Trans>Epic</Trans></th>
            <th scope="col" className={styles.state}><Trans>Health</Trans></th>
            <th scope="col" className={styles.progress}><Trans>Progress</Trans></th>
            <th scope="col" className={styles.dates}><Trans>Dates</Trans></th>
            <th scope="col" className={styles.people}><Trans>Assignees</Trans></th>
            <th scope="col" className={styles.updated}><Trans>Updated</Trans></th>
          </tr>
        </thead>
        {epics.slice(0, most).map((epic) => (
          <ErrorBoundary key={epic.ticket.id} of={epic} fallback={<tbody><tr><td colSpan={6}>{t`This task can't be displayed.`}</td></tr></tbody>}>
            <EpicRows epic={epic} openId={openId} hrefOf={hrefOf} />
          </ErrorBoundary>
        ))}
      </table>
      {epics.length > most && (
        <div className={styles.more}>
          <Button size="sm" onClick={() => setMost(most + atOnce)}><Trans>Show more epics</Trans></Button>
        </div>
      )}
    </div>
  );
}

function EpicRows({ epic, openId, hrefOf }: Omit<EpicTableProps, "epics"> & { epic: Epic }) {
  const [unfolded, setUnfolded] = useState(false);
  const [most, setMost] = useState(atOnce);
  const { ticket, children } = epic;
  const type = useTroupe((state) => (ticket.taskTypeId ? state.taskTypes[ticket.taskTypeId] : undefined));
  const key = useTroupe((state) => ticketKey(state, ticket));
  const { title } = ticket;
  return (
    <tbody>
      <tr className={cx(styles.epic, openId === ticket.id && styles.open)} data-epic={ticket.id}>
        <th scope="row" className={styles.name}>
          <span className={styles.line}>
            <IconButton
              size="xs"
              icon={unfolded ? ChevronDown : ChevronRight}
              name={unfolded ? t`Hide the tasks of “${title}”` : t`Show the tasks of “${title}”`}
              aria-expanded={unfolded}
              onClick={() => setUnfolded(!unfolded)}
            />
            {type && <TypePicture icon={type.icon} hue={type.color} name={type.name} />}
            <span className={styles.id}>{key}</span>
            {ticket.private && <PrivateMark />}
            <Link to={hrefOf(ticket.id)} className={styles.title} dir="auto" title={title}>{title}</Link>
          </span>
        </th>
        <td className={styles.state}><HealthMark of={epic} /></td>
        <td className={styles.progress}><Meter of={epic} /></td>
        <td className={styles.dates}><Span from={epic.startDate} to={epic.endDate} due={ticket.dueDate} /></td>
        <td className={styles.people}><Assignees ticket={ticket} /></td>
        <td className={styles.updated}>
          <time dateTime={ticket.updatedAt} title={formatInstantLong(ticket.updatedAt)}>{formatInstant(ticket.updatedAt)}</time>
        </td>
      </tr>
      {unfolded && children.slice(0, most).map((child) => <ChildRow key={child.id} ticket={child} isOpen={openId === child.id} href={hrefOf(child.id)} />)}
      {unfolded && (
        <tr className={styles.child}>
          <td colSpan={6}>
            <span className={styles.line}>
              {children.length > most && <Button size="sm" onClick={() => setMost(most + atOnce)}><Trans>Show more tasks</Trans></Button>}
              <NewChild parent={ticket} />
            </span>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function ChildRow({ ticket, isOpen, href }: { ticket: Ticket; isOpen: boolean; href: string }) {
  const key = useTroupe((state) => ticketKey(state, ticket));
  const status = useTroupe((state) => state.statuses[ticket.statusId]);
  const share = useTroupe((state) => sharesOf(state.statuses)[ticket.statusId]);
  return (
    <tr className={cx(styles.child, isOpen && styles.open)}>
      <td className={styles.name}>
        <span className={styles.line}>
          {status && <StatusIcon category={status.category} share={share} name={status.name} />}
          <span className={styles.id}>{key}</span>
          {ticket.private && <PrivateMark />}
          <Link to={href} className={cx(styles.title, ticket.completed && styles.over)} dir="auto" title={ticket.title}>{ticket.title}</Link>
        </span>
      </td>
      <td colSpan={2} className={cx(styles.state, styles.quiet)}>{status?.name}</td>
      <td className={styles.dates}><Span from={ticket.startDate} to={ticket.dueDate} due={null} /></td>
      <td className={styles.people}><Assignees ticket={ticket} /></td>
      <td className={styles.updated}>
        <time dateTime={ticket.updatedAt} title={formatInstantLong(ticket.updatedAt)}>{formatInstant(ticket.updatedAt)}</time>
      </td>
    </tr>
  );
}

function Assignees({ ticket }: { ticket: Ticket }) {
  const members = useTroupe((state) => state.members);
  const faces = ticket.assigneesIds.flatMap((id) => (members[id] ? [faceOf(members[id])] : []));
  return faces.length > 0 && <AvatarStack people={faces} />;
}
