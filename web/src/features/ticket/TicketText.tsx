import { Trans } from "@lingui/react/macro";
import { sharesOf } from "@/fields/status";
import { PersonLink } from "@/fields/PersonLink";
import { Suspense, useState } from "react";
import { memberName, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { Markdown, MarkdownNodes, type ReferenceResolver } from "@/ui/Markdown";
import type { Comparison } from "@/ui/markdownCompare";
import type { Reference } from "@/ui/markdownText";
import type { Task } from "@/ui/markdownTree";
import { PlainText } from "@/ui/PlainText";
import { StatusIcon } from "@/ui/StatusIcon";
import { isolated } from "@/words/isolate";
import { lookUpReference } from "./references";
import { LaterColours } from "./text-editor/code/LaterColours";
import { TextImage } from "./TextImage";
import styles from "./Ticket.module.css";
import { TicketLink } from "./TicketLink";

/** One function for all texts: a text renders only when it changes, and each reference renders by itself. */
const resolve: ReferenceResolver = (reference) => <Referred reference={reference} />;

const image = (href: string, text: string) => <TextImage href={href} text={text} />;

const code = (text: string, language: string) => (
  <Suspense fallback={text}>
    <LaterColours code={text} language={language} />
  </Suspense>
);

interface TicketTextProps {
  source: string;
  what: "description" | "comment";
  /** Ticks a checkbox of the text. Without it, checkboxes are disabled. */
  onTick?: ((task: Task) => void) | undefined;
}

/** A description or a comment, with links for its references. */
export function TicketText({ source, what, onTick }: TicketTextProps) {
  return (
    <ErrorBoundary of={source} fallback={<NotDisplayed source={source} what={what} />}>
      <Markdown source={source} resolve={resolve} image={image} code={code} onTick={onTick} />
    </ErrorBoundary>
  );
}

/** Two texts as one, with marks where they differ. */
export function ComparedText({ comparison }: { comparison: Comparison }) {
  return <MarkdownNodes nodes={comparison.nodes} resolve={resolve} image={image} code={code} />;
}

/** Shown instead of a text that failed to render. */
function NotDisplayed({ source, what }: Pick<TicketTextProps, "source" | "what">) {
  const [plain, setPlain] = useState(false);
  if (plain) return <PlainText text={source} />;
  return (
    <p className={styles.failed} role="alert">
      {what === "comment" ? <Trans>This comment can't be displayed.</Trans> : <Trans>This description can't be displayed.</Trans>}
      <Button size="sm" onClick={() => setPlain(true)}>
        <Trans>Show as plain text</Trans>
      </Button>
    </p>
  );
}

function Referred({ reference }: { reference: Reference }) {
  const kind = useTroupe((state) => lookUpReference(state, reference)?.is ?? null);
  const id = useTroupe((state) => lookUpReference(state, reference)?.id ?? "");
  if (kind === "ticket") return <ReferredTicket id={id} text={reference.text} />;
  if (kind === "member") return <Mention id={id} text={reference.text} />;
  return reference.text;
}

/** A task within a text: its status and its key now, as a link. */
export function ReferredTicket({ id, text }: { id: string; text: string }) {
  const ticket = useTroupe((state) => state.tickets[id]);
  const status = useTroupe((state) => (ticket ? state.statuses[ticket.statusId] : undefined));
  const share = useTroupe((state) => (ticket ? sharesOf(state.statuses)[ticket.statusId] : undefined));
  const key = useTroupe((state) => (ticket ? ticketKey(state, ticket) : null));
  if (!ticket) return text;
  return (
    <TicketLink ticketId={id} className={styles.reference} title={`${isolated(ticket.title)} (${isolated(status?.name ?? "")})`}>
      {status && <StatusIcon category={status.category} share={share} size={12} />}
      {key ?? text}
    </TicketLink>
  );
}

/** A person within a text, as a link to their page. */
export function Mention({ id, text }: { id: string; text: string }) {
  const name = useTroupe((state) => {
    const member = state.members[id];
    return member ? memberName(member) : "";
  });
  return (
    <PersonLink id={id} className={styles.mention} title={name}>
      {text}
    </PersonLink>
  );
}
