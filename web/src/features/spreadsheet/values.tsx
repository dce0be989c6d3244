import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useShallow } from "zustand/react/shallow";
import { faceOf } from "@/actions/choices";
import { formatInstantLong } from "@/lib/instant";
import { formatDate, today } from "@/lib/plainDate";
import type { ColumnId } from "@/sync/arrange/settings";
import { useTroupe } from "@/sync/store";
import { AvatarStack } from "@/ui/Avatar";
import { LabelChip, ListDot } from "@/ui/Label";
import { PriorityIcon } from "@/ui/PriorityIcon";
import { StatusIcon } from "@/ui/StatusIcon";
import { priorityNames } from "@/ui/vocabulary";
import type { Status, Ticket } from "@/wire/generated";
import { inRow } from "@/words/isolate";
import { fitting } from "./fit";
import styles from "./Row.module.css";

interface ValueProps {
  column: ColumnId;
  ticket: Ticket;
  /** The ticket's, which its line knows already. */
  status: Status | undefined;
  share: number | undefined;
  /** How many pixels the cell has for it. */
  room: number;
}

/** What a cell says. Each reads only the rows that it shows. */
export function Value({ column, ticket, status, share, room }: ValueProps) {
  switch (column) {
    case "status":
      return status ? (
        <>
          <StatusIcon category={status.category} share={share} size={14} />
          <span className={styles.text} dir="auto">{status.name}</span>
        </>
      ) : null;
    case "assignees":
      return ticket.assigneesIds.length === 0 ? null : <People ids={ticket.assigneesIds} />;
    case "lists":
      return <Lists ids={ticket.lists.map(({ listId }) => listId)} />;
    case "priority":
      return ticket.priority === null ? null : (
        <>
          <PriorityIcon priority={ticket.priority} />
          <span className={styles.text}>{priorityNames[ticket.priority]}</span>
        </>
      );
    case "startDate":
      return ticket.startDate === null ? null : <span className={styles.text}>{formatDate(ticket.startDate)}</span>;
    case "dueDate":
      return <Due ticket={ticket} />;
    case "labels":
      return ticket.labels.length === 0 ? null : <Labels ids={ticket.labels} room={room} />;
    case "createdAt":
      return (
        <span className={styles.text} title={formatInstantLong(ticket.createdAt)}>
          {formatDate(today(new Date(ticket.createdAt)))}
        </span>
      );
  }
}

/** Late are only those that are not done. */
export const isLate = (ticket: Pick<Ticket, "dueDate" | "completed">): boolean =>
  ticket.dueDate !== null && !ticket.completed && ticket.dueDate < today();

function People({ ids }: { ids: readonly string[] }) {
  const people = useTroupe(
    useShallow((state) =>
      ids.flatMap((id) => {
        const member = state.members[id];
        return member ? [faceOf(member)] : [];
      }),
    ),
  );
  return people.length === 0 ? null : <AvatarStack people={people} size={20} />;
}

function Lists({ ids }: { ids: readonly string[] }) {
  const lists = useTroupe(useShallow((state) => ids.flatMap((id) => state.lists[id] ?? [])));
  const [first, ...others] = lists;
  if (!first) return null;
  return (
    <>
      <ListDot hue={first.color} outline={first.suggested} />
      <span className={styles.text} dir="auto" title={inRow(lists.map(({ name }) => name))}>
        {first.name}
      </span>
      {others.length > 0 && <span className={styles.more}>+{others.length}</span>}
    </>
  );
}

function Labels({ ids, room }: { ids: readonly string[]; room: number }) {
  const labels = useTroupe(useShallow((state) => ids.flatMap((id) => state.labels[id] ?? [])));
  const names = labels.map(({ name }) => name);
  const shown = fitting(names, room);
  const more = labels.length - shown;
  return (
    <span className={styles.labels} {...(more > 0 && { title: inRow(names) })}>
      {labels.slice(0, shown).map(({ id, name, color }) => (
        <LabelChip key={id} hue={color} name={name} />
      ))}
      {more > 0 && <span className={styles.more}>+{more}</span>}
    </span>
  );
}

function Due({ ticket }: { ticket: Ticket }) {
  if (ticket.dueDate === null) return null;
  const late = isLate(ticket);
  return (
    <span className={late ? styles.late : styles.text} {...(late && { title: t`Overdue` })}>
      {formatDate(ticket.dueDate)}
      {late && (
        <span className={styles.hidden}>
          <Trans>, overdue</Trans>
        </span>
      )}
    </span>
  );
}
