import { Command } from "cmdk";
import { Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { useMemo, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { Keys } from "@/ui/Keys";
import type { Ticket } from "@/wire/generated";
import { useCommands, usePlaces, useTicketActions, type Entry } from "./entries";
import { EntryLine, TicketLine } from "./lines";
import styles from "./Palette.module.css";
import { orderBelow, searchBy, searchTickets, type Hit } from "./search";

interface PaletteProps {
  slug: string;
  /** The list that is shown, in which the search begins. */
  listId: string | null;
  mayInvite: boolean;
  onNewList: () => void;
}

/** Everything by its name: tasks, what can be done, where one can go. */
export function Palette(props: PaletteProps) {
  const open = useOverlay(({ overlay }) => overlay?.kind === "palette");
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeOverlay()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content className={styles.palette} aria-describedby={undefined}>
          <Dialog.Title hidden>Browse all</Dialog.Title>
          <Inside {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const SHOWN = 8;

function Inside({ slug, listId, mayInvite, onNewList }: PaletteProps) {
  const navigate = useNavigate();
  const asked = useOverlay(({ overlay }) => (overlay?.kind === "palette" ? (overlay.query ?? "") : ""));
  const [query, setQuery] = useState(asked);
  const [wide, setWide] = useState(listId === null);
  const list = useTroupe((state) => (listId === null ? undefined : state.lists[listId]));
  const workspace = useTroupe((state) => state.workspace);
  const tickets = useTroupe((state) => state.tickets);
  const inList = wide ? null : listId;

  // In step with what is typed, never behind it: Enter takes the line that is marked.
  const found = useMemo(
    () => searchTickets({ tickets, workspace }, { query, listId: inList, limit: SHOWN }),
    [tickets, workspace, query, inList],
  );
  const commands = useCommands({ typed: query.trim(), mayInvite, onNewList });
  const ticketActions = useTicketActions();
  const places = usePlaces(slug);

  const open = (ticket: Ticket) => {
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
  const widen = (event: KeyboardEvent) => {
    if (event.key !== "Tab" || listId === null) return;
    event.preventDefault();
    setWide(!wide);
  };
  const named = (all: readonly Entry[]) => searchBy(all, query, (entry) => entry.name);
  const lines = (hits: readonly Hit<Entry>[]) =>
    hits.map(({ thing, spans }) => <EntryLine key={thing.id} entry={thing} spans={spans} onSelect={() => run(thing)} />);
  const [doing, going] = [named([...ticketActions, ...commands.offered]), named(places)];
  const order = orderBelow(found.length, doing, going, query.trim() !== "");
  const fresh = commands.always.map((entry) => <EntryLine key={entry.id} entry={entry} spans={[]} onSelect={() => run(entry)} />);
  const goTo = going.length > 0 && <Command.Group heading="Go to">{lines(going)}</Command.Group>;

  return (
    <Command
      label="Browse all"
      shouldFilter={false}
      loop
      className={styles.root}
      onKeyDown={widen}
    >
      <div className={styles.in}>
        <Icon of={Search} size={20} />
        <Command.Input autoFocus value={query} onValueChange={setQuery} placeholder="Find a task, a list, or what to do" />
        {list && (
          <button type="button" className={styles.scope} tabIndex={-1} onClick={() => setWide(!wide)}>
            <span>{wide ? "Everywhere" : list.name}</span>
            <Keys keys="Tab" />
          </button>
        )}
      </div>
      <Command.List className={styles.list} label="Found">
        {found.length > 0 && (
          <Command.Group heading={query.trim() === "" ? "Touched last" : "Tasks"}>
            {found.map(({ thing, spans }) => (
              <TicketLine key={thing.id} ticket={thing} spans={spans} onSelect={() => open(thing)} />
            ))}
          </Command.Group>
        )}
        {found.length === 0 && query.trim() !== "" && (
          <p className={styles.nothing}>
            {wide || !list ? "No task by that name or number." : `No task by that name in ${list.name}. Tab looks everywhere.`}
          </p>
        )}
        {order.goingFirst && goTo}
        <Command.Group heading="Do">
          {order.newFirst && fresh}
          {lines(doing)}
          {!order.newFirst && fresh}
        </Command.Group>
        {!order.goingFirst && goTo}
      </Command.List>
      <footer className={styles.foot}>
        <span>
          <Keys keys="ArrowUp ArrowDown" /> Move
        </span>
        <span>
          <Keys keys="Enter" /> Open
        </span>
        <span>
          <Keys keys="?" /> All shortcuts
        </span>
      </footer>
    </Command>
  );
}
