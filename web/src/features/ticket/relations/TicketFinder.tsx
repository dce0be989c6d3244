import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import { deepest, type Objection } from "@/actions/objections";
import { sharesOf } from "@/fields/status";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { PrivateMark } from "@/ui/PrivateMark";
import { StatusIcon } from "@/ui/StatusIcon";
import surface from "@/ui/surface.module.css";
import type { Ticket } from "@/wire/generated";
import { say, type Message } from "@/words/i18n";
import { findTickets } from "@/fields/findTickets";
import styles from "./Relations.module.css";

interface TicketFinderProps {
  /** The purpose of the search: "Blocked by". */
  name: string;
  leftOut: ReadonlySet<string>;
  /** Why a ticket cannot be picked. The reason is shown beside the ticket. */
  objection: (ticket: Ticket) => Objection | null;
  onPick: (ticketId: string) => void;
  /** A last row that removes the present value. */
  clear?: { name: string; onClear: () => void } | undefined;
}

const reasons: Record<Objection, Message> = {
  loop: msg`Would create a loop`,
  linked: msg`Already linked`,
  private: msg`Private and shared tasks can't be linked`,
  home: msg`Other people can see it`,
  deep: msg`More than ${deepest} levels deep`,
};

/** A search for one ticket, by number or title; fits into a popover. */
export function TicketFinder({ name, leftOut, objection, onPick, clear }: TicketFinderProps) {
  const [query, setQuery] = useState("");
  const tickets = useTroupe((state) => state.tickets);
  const workspace = useTroupe((state) => state.workspace);
  const statuses = useTroupe((state) => state.statuses);
  const found = useMemo(() => findTickets({ tickets, workspace }, query, leftOut), [tickets, workspace, query, leftOut]);
  return (
    <Command label={name} shouldFilter={false} loop className={styles.finder}>
      <div className={styles.search}>
        <Icon of={Search} size={14} />
        <Command.Input dir="auto" value={query} onValueChange={setQuery} placeholder={t`${name}: number or title`} autoFocus />
      </div>
      <Command.List label={name} className={styles.found}>
        {found.length === 0 && (
          <p className={styles.nothing}>
            <Trans>No matching tasks</Trans>
          </p>
        )}
        {found.map((ticket) => {
          const status = statuses[ticket.statusId];
          const against = objection(ticket);
          return (
            <Command.Item
              key={ticket.id}
              value={ticket.id}
              className={surface.item}
              disabled={against !== null}
              onSelect={() => onPick(ticket.id)}
            >
              {status && <StatusIcon category={status.category} share={sharesOf(statuses)[status.id]} size={14} />}
              <span className={surface.meta}>{ticketKey({ workspace }, ticket)}</span>
              {ticket.private && <PrivateMark />}
              <span className={surface.text} dir="auto" title={ticket.title}>
                {ticket.title}
              </span>
              {against !== null && <span className={styles.against}>{say(reasons[against])}</span>}
            </Command.Item>
          );
        })}
        {clear && (
          <Command.Item value="clear" className={surface.item} onSelect={clear.onClear}>
            <span className={surface.text}>{clear.name}</span>
          </Command.Item>
        )}
      </Command.List>
    </Command>
  );
}
