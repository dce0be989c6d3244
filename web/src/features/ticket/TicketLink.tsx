import type { MouseEvent, ReactNode } from "react";
import { useTicketLinks } from "./place";

interface TicketLinkProps {
  ticketId: string;
  className?: string | undefined;
  title?: string;
  dir?: "auto";
  tabIndex?: number;
  children: ReactNode;
}

/** A link to a ticket. It opens in this panel, or in a new tab if the person asks for one. */
export function TicketLink({ ticketId, children, ...rest }: TicketLinkProps) {
  const { hrefOf, open } = useTicketLinks();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    open(ticketId);
  };
  return (
    <a href={hrefOf(ticketId)} draggable={false} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
