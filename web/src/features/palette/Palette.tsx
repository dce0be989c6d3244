import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Command } from "cmdk";
import { FileSearch, Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { Fragment, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { askPanelFocus } from "@/actions/panelFocus";
import { useFound } from "@/actions/useFound";
import { useNavigate } from "@/lib/location";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { useFocusBack } from "@/lib/useFocusBack";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { Keys } from "@/ui/Keys";
import type { Ticket } from "@/wire/generated";
import { useArranging } from "./arranging";
import { useCommands, usePlaces, useTicketActions, type Entry } from "./entries";
import { useFilters } from "./filters";
import { EntryLine, FoundLine, TicketLine } from "./lines";
import styles from "./Palette.module.css";
import { usePeople } from "./people";
import { groupOrder, searchBy, searchTickets, type GroupId, type Hit } from "./search";

interface PaletteProps {
  slug: string;
  /** The shown list, which the search can be limited to. */
  listId: string | null;
  onNewList: () => void;
  onLogOut: () => void;
}

/** Finds tasks, people, actions and places by name. */
export function Palette(props: PaletteProps) {
  const open = useOverlay(({ overlay }) => overlay?.kind === "palette");
  const focusBack = useFocusBack(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeOverlay()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content className={styles.palette} aria-describedby={undefined} onCloseAutoFocus={focusBack}>
          <Dialog.Title hidden><Trans>Browse all</Trans></Dialog.Title>
          <Inside {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const SHOWN = 8;
/** The most results shown for people and for filters, of which there may be hundreds. */
const FEW = 6;

function Inside({ slug, listId, ...around }: PaletteProps) {
  const navigate = useNavigate();
  const given = useOverlay(({ overlay }) => (overlay?.kind === "palette" ? (overlay.query ?? "") : ""));
  const [query, setQuery] = useState(given);
  // The search covers the whole workspace unless the person limits it to the list.
  const [wide, setWide] = useState(true);
  const [picked, setPicked] = useState("");
  const byHand = useRef(false);
  const results = useRef<HTMLDivElement>(null);
  const list = useTroupe((state) => (listId === null ? undefined : state.lists[listId]));
  const workspace = useTroupe((state) => state.workspace);
  const tickets = useTroupe((state) => state.tickets);
  const inList = wide ? null : listId;

  // Computed while rendering, not later: Enter takes the marked line, which must match the typed text.
  const found = useMemo(
    () => searchTickets({ tickets, workspace }, { query, listId: inList, limit: SHOWN }),
    [tickets, workspace, query, inList],
  );
  const typed = query.trim() !== "";
  // Titles are on this machine. The node finds what is not: descriptions, comments and mistyped words.
  const asked = useFound({ text: query, parts: [], listId: inList });
  const beyond = asked.results
    .flatMap((result) => {
      const ticket = tickets[result.ticketId];
      return ticket && found.every(({ thing }) => thing.id !== ticket.id) ? [{ result, ticket }] : [];
    })
    .slice(0, FEW);
  const commands = useCommands({ typed: query.trim(), ...around });
  const ticketActions = useTicketActions();
  const people = usePeople(slug);
  const filters = useFilters(typed);
  const arranging = useArranging();
  const places = usePlaces(slug);

  const open = (ticket: Ticket) => {
    askPanelFocus(ticket.id);
    closeOverlay();
    const key = ticketKey({ workspace }, ticket) ?? ticket.id;
    const home = ticket.lists.find((in_) => in_.listId === listId) ?? ticket.lists[0];
    void navigate(
      home ? paths.list(slug, home.listId, { ticketKey: key }) : paths.collection(slug, "all", { ticketKey: key }),
    );
  };
  const run = (entry: Entry) => {
    closeOverlay();
    entry.run();
  };
  // Enter alone does not create a task when nothing is found: that line must be chosen by arrow key or pointer.
  const pick = (value: string) => setPicked(typed && value === "do:task" && !byHand.current ? "" : value);
  const type = (text: string) => {
    byHand.current = false;
    setQuery(text);
    results.current?.scrollTo({ top: 0 });
  };
  const widen = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") byHand.current = true;
    if (event.key !== "Tab" || listId === null) return;
    event.preventDefault();
    setWide(!wide);
  };
  const named = (all: readonly Entry[]) => searchBy(all, query, ({ name }) => name, ({ keywords }) => keywords);
  const hits = {
    people: typed ? named(people).slice(0, FEW) : [],
    // Offered only to a search, because there are many.
    actions: named([...ticketActions, ...commands.offered, ...(typed ? arranging : [])]),
    filters: named(filters).slice(0, FEW),
    places: named(places),
  };
  const lines = (of: readonly Hit<Entry>[]) =>
    of.map(({ thing, spans }) => <EntryLine key={thing.id} entry={thing} spans={spans} onSelect={() => run(thing)} />);
  const group = (heading: string, of: readonly Hit<Entry>[]) => of.length > 0 && <Command.Group heading={heading}>{lines(of)}</Command.Group>;
  const fresh = commands.always.map((entry) => <EntryLine key={entry.id} entry={entry} spans={[]} onSelect={() => run(entry)} />);
  const groups: Record<GroupId, ReactNode> = {
    tickets: found.length > 0 && (
      <Command.Group heading={typed ? t`Tasks` : t`Recent`}>
        {found.map(({ thing, spans }) => (
          <TicketLine key={thing.id} ticket={thing} spans={spans} onSelect={() => open(thing)} />
        ))}
      </Command.Group>
    ),
    people: group(t`People`, hits.people),
    actions: fresh.length + hits.actions.length > 0 && (
      <Command.Group heading={t`Actions`}>
        {!typed && fresh}
        {lines(hits.actions)}
        {typed && fresh}
      </Command.Group>
    ),
    filters: group(t`Filters`, hits.filters),
    places: group(t`Go to`, hits.places),
  };
  const order = groupOrder({
    tickets: found[0]?.score,
    people: hits.people[0]?.score,
    actions: hits.actions[0]?.score,
    filters: hits.filters[0]?.score,
    places: hits.places[0]?.score,
  });

  const searchAll: Entry = {
    id: "go:search",
    name: t`Search in descriptions and comments`,
    icon: FileSearch,
    run: () => void navigate(paths.search(slug, { text: query.trim(), listId: inList })),
  };

  const narrow = !wide && list !== undefined;
  const others = Object.values(hits).some((of) => of.length > 0);
  const nothing =
    !typed || found.length > 0 || beyond.length > 0 || asked.state === "asking"
      ? null
      : narrow
        ? t`No matches in ${list.name}. Press Tab to search everywhere.`
        : others
          ? null
          : t`No matching tasks.`;

  return (
    <Command
      label={t`Browse all`}
      shouldFilter={false}
      loop
      className={styles.root}
      value={picked}
      onValueChange={pick}
      onKeyDown={widen}
      // A browser also sends moves for a resting mouse when the lines below it change.
      onPointerMove={({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) byHand.current = true;
      }}
    >
      <div className={styles.in}>
        <Icon of={Search} size={20} />
        <Command.Input autoFocus dir="auto" value={query} onValueChange={type} placeholder={t`Search or run a command`} />
        {list && (
          <button type="button" className={styles.scope} tabIndex={-1} onClick={() => setWide(!wide)}>
            <span dir="auto">{wide ? t`Everywhere` : list.name}</span>
            <Keys keys="Tab" />
          </button>
        )}
      </div>
      <Command.List ref={results} className={styles.list} label={t`Results`}>
        {nothing !== null && <p className={styles.nothing}>{nothing}</p>}
        {order.map((id) => (
          <Fragment key={id}>{groups[id]}</Fragment>
        ))}
        {/* Below all other lines, so that an answer moves no line that is marked. */}
        {typed && (
          <Command.Group heading={t`In descriptions and comments`}>
            {beyond.map(({ ticket, result }) => (
              <FoundLine key={ticket.id} ticket={ticket} result={result} onSelect={() => open(ticket)} />
            ))}
            <EntryLine entry={searchAll} spans={[]} onSelect={() => run(searchAll)} />
          </Command.Group>
        )}
        {typed && asked.state === "offline" && <p className={styles.nothing}>{t`Offline: only titles are searched.`}</p>}
      </Command.List>
      <footer className={styles.foot}>
        <span>
          <Keys keys="ArrowUp ArrowDown" /> <Trans>Navigate</Trans>
        </span>
        <span>
          <Keys keys="Enter" /> <Trans>Open</Trans>
        </span>
        <span>
          <Keys keys="?" /> <Trans>All shortcuts</Trans>
        </span>
      </footer>
    </Command>
  );
}
