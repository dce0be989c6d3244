import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useAnswer } from "@/actions/answering";
import { linkObjections } from "@/actions/objections";
import { linkTickets, unlink, type LinkSide } from "@/actions/talk";
import { useMayOn } from "@/actions/useMay";
import { linksOf, ticketKey, urlLinksOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import { Popover } from "@/ui/Popover";
import type { Ticket } from "@/wire/generated";
import { say } from "@/words/i18n";
import { AddressRow } from "./AddressRow";
import { DependencyTools, Lag } from "./Dependency";
import { NewAddress } from "./NewAddress";
import { useSectionName } from "../place";
import styles from "./Relations.module.css";
import { seenLinks, sideNames, sides } from "./sides";
import { usePastedAddress } from "./usePastedAddress";
import { TicketFinder } from "./TicketFinder";
import { NotDisplayed, TicketRow } from "./TicketRow";

/** The links of a ticket to others, by kind, and to addresses. */
export function Links({ ticket }: { ticket: Ticket }) {
  const sectionName = useSectionName(t`Links`);
  const links = useTroupe((state) => linksOf(state, ticket.id));
  const tickets = useTroupe((state) => state.tickets);
  const seen = useMemo(() => seenLinks(links, ticket.id, tickets), [links, ticket.id, tickets]);
  const leftOut = useMemo(() => new Set([ticket.id]), [ticket.id]);
  const addresses = useTroupe((state) => urlLinksOf(state, ticket.id));
  const [adding, setAdding] = useState<LinkSide | "address" | null>(null);
  const mayEdit = useMayOn("editTickets", ticket);
  const head = useRef<HTMLElement>(null);
  useAnswer(ticket.id, "linkBlockedBy", () => setAdding("blockedBy"));
  useAnswer(ticket.id, "linkBlocks", () => setAdding("blocks"));
  useAnswer(ticket.id, "linkRelates", () => setAdding("relates"));
  useAnswer(ticket.id, "linkDuplicates", () => setAdding("duplicates"));

  const allLinks = useTroupe((state) => state.links);
  const shares = useTroupe((state) => state.shares);
  const objection = useMemo(
    () => (adding === null || adding === "address" ? () => null : linkObjections({ tickets, links: allLinks, shares }, ticket, adding)),
    [tickets, allLinks, shares, ticket, adding],
  );
  const add = (side: LinkSide, otherId: string) => {
    setAdding(null);
    void linkTickets(ticket.id, side, otherId);
  };
  usePastedAddress(ticket.id, head, mayEdit);
  const count = seen.length + addresses.length;
  if (count === 0 && !mayEdit) return null;
  return (
    <section className={styles.section} aria-label={sectionName}>
      <header className={styles.head} ref={head}>
        <h3><Trans>Links</Trans></h3>
        {count > 0 && <span className={styles.count}>{count}</span>}
        {mayEdit && (
          <Menu
            name={t`Add link`}
            align="end"
            items={[
              ...sides.map((side) => ({ id: side, name: say(sideNames[side]), onSelect: () => setAdding(side) })),
              { id: "address", name: t`Web address…`, apart: true, onSelect: () => setAdding("address") },
            ]}
          >
            <IconButton icon={Plus} name={t`Add link`} className={styles.end} />
          </Menu>
        )}
        <Popover
          name={adding === null || adding === "address" ? t`Add link` : say(sideNames[adding])}
          anchor={head}
          open={mayEdit && adding !== null}
          onOpenChange={(open) => !open && setAdding(null)}
          className={styles.wide}
          align="end"
        >
          {adding === "address" && <NewAddress ticketId={ticket.id} onDone={() => setAdding(null)} />}
          {adding !== null && adding !== "address" && (
            <TicketFinder name={say(sideNames[adding])} leftOut={leftOut} objection={objection} onPick={(id) => add(adding, id)} />
          )}
        </Popover>
      </header>
      {count > 0 && (
        <ul className={styles.rows}>
          {seen.map(({ link, side, otherId }) => {
            const other = tickets[otherId];
            return (
              other && (
                <ErrorBoundary key={link.id} of={other} fallback={<NotDisplayed />}>
                  <li className={styles.item}>
                    <TicketRow
                      ticket={other}
                      lead={<span className={styles.rel}>{say(sideNames[side])}</span>}
                      actions={
                        <>
                          {link.kind === "blocks" && <Lag linkId={link.id} />}
                          <Unlink linkId={link.id} side={side} ticket={ticket} other={other} waits={link.kind === "blocks"} />
                        </>
                      }
                    />
                  </li>
                </ErrorBoundary>
              )
            );
          })}
          {addresses.map((link) => (
            <AddressRow key={link.id} link={link} ticket={ticket} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface UnlinkProps {
  linkId: string;
  side: LinkSide;
  ticket: Ticket;
  other: Ticket;
  /** True for a link that blocks: it has a kind and a lag. */
  waits: boolean;
}

/** Removes a link. A person who may change one of its ends may remove it. */
function Unlink({ linkId, side, ticket, other, waits }: UnlinkProps) {
  const mayEdit = useMayOn("editTickets", ticket);
  const mayEditOther = useMayOn("editTickets", other);
  const key = useTroupe((state) => ticketKey(state, other)) ?? other.title;
  if (!mayEdit && !mayEditOther) return null;
  return (
    <span className={styles.tool}>
      {waits && <DependencyTools linkId={linkId} name={`${say(sideNames[side])} ${key}`} ends={[ticket, other]} />}
      <IconButton size="xs" icon={X} name={t`Remove link: ${say(sideNames[side])} ${key}`} onClick={() => void unlink(linkId)} />
    </span>
  );
}
