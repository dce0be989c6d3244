import { sharesOf } from "@/actions/choices";
import { memberName, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Markdown, type ReferenceResolver } from "@/ui/Markdown";
import type { Reference } from "@/ui/markdownText";
import { StatusIcon } from "@/ui/StatusIcon";
import { lookUpReference } from "./references";
import styles from "./Ticket.module.css";
import { TicketLink } from "./TicketLink";

/** One function for all texts: a text is drawn again only when it changes, each reference by itself. */
const resolve: ReferenceResolver = (reference) => <Referred reference={reference} />;

/** A description or a comment, with what it refers to. */
export function TicketText({ source }: { source: string }) {
  return <Markdown source={source} resolve={resolve} />;
}

function Referred({ reference }: { reference: Reference }) {
  const kind = useTroupe((state) => lookUpReference(state, reference)?.is ?? null);
  const id = useTroupe((state) => lookUpReference(state, reference)?.id ?? "");
  if (kind === "ticket") return <ReferredTicket id={id} text={reference.text} />;
  if (kind === "member") return <Mention id={id} text={reference.text} />;
  return reference.text;
}

function ReferredTicket({ id, text }: { id: string; text: string }) {
  const ticket = useTroupe((state) => state.tickets[id]);
  const status = useTroupe((state) => (ticket ? state.statuses[ticket.statusId] : undefined));
  const share = useTroupe((state) => (ticket ? sharesOf(state.statuses)[ticket.statusId] : undefined));
  const key = useTroupe((state) => (ticket ? ticketKey(state, ticket) : null));
  if (!ticket) return text;
  return (
    <TicketLink ticketId={id} className={styles.reference} title={`${ticket.title} (${status?.name ?? ""})`}>
      {status && <StatusIcon category={status.category} share={share} size={12} />}
      {key ?? text}
    </TicketLink>
  );
}

function Mention({ id, text }: { id: string; text: string }) {
  const name = useTroupe((state) => {
    const member = state.members[id];
    return member ? memberName(member) : "";
  });
  return (
    <span className={styles.mention} title={name}>
      {text}
    </span>
  );
}
