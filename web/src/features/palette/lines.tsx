import { Command } from "cmdk";
import { useMemo } from "react";
import { cx } from "@/lib/cx";
import { memberName, statusesInOrder, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { AvatarStack } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { Keys } from "@/ui/Keys";
import { Pieces } from "@/ui/Pieces";
import { PrivateMark } from "@/ui/PrivateMark";
import { StatusIcon } from "@/ui/StatusIcon";
import { statusShares } from "@/ui/statusShare";
import type { FoundTicket, Ticket } from "@/wire/generated";
import type { Entry } from "./entries";
import { Marked } from "./Marked";
import styles from "./Palette.module.css";
import type { Span } from "./search";

interface Chosen {
  spans: readonly Span[];
  onSelect: () => void;
}

/** A line for a found ticket. */
export function TicketLine({ ticket, spans, onSelect }: Chosen & { ticket: Ticket }) {
  const key = useTroupe((state) => ticketKey(state, ticket));
  const statuses = useTroupe((state) => state.statuses);
  const members = useTroupe((state) => state.members);
  const shares = useMemo(() => statusShares(statusesInOrder({ statuses })), [statuses]);
  const status = statuses[ticket.statusId];
  const people = ticket.assigneesIds.flatMap((id) => {
    const member = members[id];
    return member ? [{ id, name: memberName(member), avatarUrl: member.avatarUrl }] : [];
  });
  return (
    <Command.Item className={styles.option} value={ticket.id} onSelect={onSelect}>
      {status && <StatusIcon category={status.category} share={shares[status.id]} name={status.name} />}
      {key !== null && <span className={styles.id}>{key}</span>}
      {ticket.private && <PrivateMark />}
      <span className={cx(styles.text, ticket.completed && styles.done)} dir="auto" title={ticket.title}>
        <Marked text={ticket.title} spans={spans} />
      </span>
      {people.length > 0 && <AvatarStack people={people} />}
    </Command.Item>
  );
}

/** A line for a ticket that the node has found: the title, and the text that matches. */
export function FoundLine({ ticket, result, onSelect }: { ticket: Ticket; result: FoundTicket; onSelect: () => void }) {
  const key = useTroupe((state) => ticketKey(state, ticket));
  const statuses = useTroupe((state) => state.statuses);
  const shares = useMemo(() => statusShares(statusesInOrder({ statuses })), [statuses]);
  const status = statuses[ticket.statusId];
  const text = result.description ?? result.comments[0]?.text ?? result.fields[0]?.text;
  return (
    <Command.Item className={cx(styles.option, styles.tall)} value={`found:${ticket.id}`} onSelect={onSelect}>
      {status && <StatusIcon category={status.category} share={shares[status.id]} name={status.name} />}
      {key !== null && <span className={styles.id}>{key}</span>}
      {ticket.private && <PrivateMark />}
      <span className={styles.lines}>
        <span className={cx(styles.text, ticket.completed && styles.done)} dir="auto" title={ticket.title}>
          <Pieces pieces={result.title} />
        </span>
        {text && <span className={cx(styles.text, styles.excerpt)} dir="auto"><Pieces pieces={text} /></span>}
      </span>
    </Command.Item>
  );
}

/** A line for an action or a place. */
export function EntryLine({ entry, spans, onSelect }: Chosen & { entry: Entry }) {
  return (
    <Command.Item className={styles.option} value={entry.id} onSelect={onSelect}>
      <span className={styles.picture}>{entry.picture ?? (entry.icon && <Icon of={entry.icon} />)}</span>
      <span className={styles.text} dir={entry.quoted === undefined ? "auto" : "ltr"}>
        {entry.quoted === undefined ? (
          <Marked text={entry.name} spans={spans} />
        ) : (
          <>
            {entry.name} <mark>“<bdi>{entry.quoted}</bdi>”</mark>
          </>
        )}
      </span>
      {entry.sub !== undefined && <span className={styles.sub} dir="auto">{entry.sub}</span>}
      {entry.keys !== undefined && <Keys keys={entry.keys} />}
    </Command.Item>
  );
}
