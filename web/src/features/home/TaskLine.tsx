import type { ReactNode } from "react";
import { sharesOf } from "@/fields/status";
import { cx } from "@/lib/cx";
import { Link } from "@/lib/location";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { PrivateMark } from "@/ui/PrivateMark";
import { StatusIcon } from "@/ui/StatusIcon";
import type { Ticket } from "@/wire/generated";
import styles from "./Home.module.css";

interface TaskLineProps {
  ticket: Ticket;
  href: string;
  isOpen: boolean;
  /** What stands at the right: a day, or a time. */
  children?: ReactNode;
}

/** One task on the home page. */
export function TaskLine({ ticket, href, isOpen, children }: TaskLineProps) {
  const key = useTroupe((state) => ticketKey(state, ticket));
  const status = useTroupe((state) => state.statuses[ticket.statusId]);
  const share = useTroupe((state) => sharesOf(state.statuses)[ticket.statusId]);
  return (
    <li className={cx(styles.line, isOpen && styles.open)}>
      {status && <StatusIcon category={status.category} share={share} name={status.name} />}
      <span className={styles.id}>{key}</span>
      {ticket.private && <PrivateMark />}
      <Link to={href} className={styles.title} dir="auto" title={ticket.title}>
        {ticket.title}
      </Link>
      {children}
    </li>
  );
}
