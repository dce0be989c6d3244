import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import { sharesOf } from "@/actions/choices";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { StatusIcon } from "@/ui/StatusIcon";
import surface from "@/ui/surface.module.css";
import { findTickets } from "./find";
import styles from "./Relations.module.css";

interface TicketFinderProps {
  /** What it is for: "Blocked by". */
  name: string;
  leftOut: ReadonlySet<string>;
  onPick: (ticketId: string) => void;
  /** A last row that takes away what holds now. */
  clear?: { name: string; onClear: () => void } | undefined;
}

/** A search for one ticket, by number or title; fits into a popover. */
export function TicketFinder({ name, leftOut, onPick, clear }: TicketFinderProps) {
  const [query, setQuery] = useState("");
  const tickets = useTroupe((state) => state.tickets);
  const workspace = useTroupe((state) => state.workspace);
  const statuses = useTroupe((state) => state.statuses);
  const found = useMemo(() => findTickets({ tickets, workspace }, query, leftOut), [tickets, workspace, query, leftOut]);
  return (
    <Command label={name} shouldFilter={false} loop className={styles.finder}>
      <div className={styles.search}>
        <Icon of={Search} size={14} />
        <Command.Input value={query} onValueChange={setQuery} placeholder={`${name}: number or title`} autoFocus />
      </div>
      <Command.List label={name} className={styles.found}>
        {found.length === 0 && <p className={styles.nothing}>No task by that number or title</p>}
        {found.map((ticket) => {
          const status = statuses[ticket.statusId];
          return (
            <Command.Item key={ticket.id} value={ticket.id} className={surface.item} onSelect={() => onPick(ticket.id)}>
              {status && <StatusIcon category={status.category} share={sharesOf(statuses)[status.id]} size={14} />}
              <span className={surface.meta}>{ticketKey({ workspace }, ticket)}</span>
              <span className={surface.text} title={ticket.title}>
                {ticket.title}
              </span>
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
