import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Command } from "cmdk";
import { FileSearch, Search, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { Fragment, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { askPanelFocus } from "@/actions/panelFocus";
import { useTarget } from "@/actions/target";
import { useFound } from "@/actions/useFound";
import { useNavigate } from "@/lib/location";
import { closeOverlay, openOverlay, useOverlay, type PaletteKind, type PaletteValues } from "@/lib/overlays";
import { searchPath } from "@/lib/elsewhere";
import { paths } from "@/lib/paths";
import { useFocusBack } from "@/lib/useFocusBack";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { Keys } from "@/ui/Keys";
import type { Ticket } from "@/wire/generated";
import { useArranging } from "./arranging";
import { useCommands, usePlaces, useTargetActions, type Entry } from "./entries";
import { useFilters } from "./filters";
import { KindTabs } from "./KindTabs";
import { EntryLine, FoundLine, TicketLine } from "./lines";
import styles from "./Palette.module.css";
import { usePeople } from "./people";
import { useRecent } from "./recent";
import { bestOf, groupOrder, searchBy, searchTickets, type GroupId, type Hit, type Searched } from "./search";
import { rememberLine, usedLines } from "./used";
import { Values } from "./Values";

interface PaletteProps {
  slug: string;
  /** The shown list, which the search can be limited to. */
  listId: string | null;
  onNewList: () => void;
  onLogOut: () => void;
}

/** The kind to which the open palette is limited; null if it shows all kinds. */
const limitOf = ({ overlay }: ReturnType<typeof useOverlay.getState>): PaletteKind | null => (overlay?.kind === "palette" ? (overlay.only ?? null) : null);

const setOnly = (only: PaletteKind | null): void => openOverlay({ kind: "palette", ...(only && { only }) });

const valuesIn = ({ overlay }: ReturnType<typeof useOverlay.getState>): PaletteValues | null => (overlay?.kind === "palette" ? (overlay.values ?? null) : null);

/** Esc first goes back from the values of a field, or removes the limit to one kind, then closes. */
function escape(event: Event): void {
  const state = useOverlay.getState();
  if (valuesIn(state) === null && limitOf(state) === null) return;
  event.preventDefault();
  setOnly(null);
}

/** Finds tasks, people, actions and places by name. */
export function Palette(props: PaletteProps) {
  const open = useOverlay(({ overlay }) => overlay?.kind === "palette");
  const focusBack = useFocusBack(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeOverlay()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content className={styles.palette} aria-describedby={undefined} onEscapeKeyDown={escape} onCloseAutoFocus={focusBack}>
          <Dialog.Title hidden><Trans>Browse all</Trans></Dialog.Title>
          <Inside {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The names of the kinds of results, for use within a sentence. */
const kindNames: Readonly<Record<PaletteKind, string>> = {
  get list() {
    return t`lists`;
  },
  get task() {
    return t`tasks`;
  },
  get person() {
    return t`people`;
  },
  get sprint() {
    return t`sprints`;
  },
  get view() {
    return t`saved views`;
  },
  get template() {
    return t`templates`;
  },
};

/** Names that people have chosen are found even if they are mistyped. */
const search: Searched<Entry> = {
  textOf: ({ name }) => name,
  alsoOf: ({ keywords }) => keywords,
  hasName: ({ kind }) => kind === "person" || kind === "list",
};

const SHOWN = 8;
/** The most results shown for people and for filters, of which there may be hundreds. */
const FEW = 6;

function Inside({ slug, listId, ...around }: PaletteProps) {
  const navigate = useNavigate();
  const given = useOverlay(({ overlay }) => (overlay?.kind === "palette" ? (overlay.query ?? "") : ""));
  const [query, setQuery] = useState(given);
  const only = useOverlay(limitOf);
  const values = useOverlay(valuesIn);
  const input = useRef<HTMLInputElement>(null);
  // The search covers the whole workspace unless the person limits it to the list.
  const [wide, setWide] = useState(true);
  const [picked, setPicked] = useState("");
  const byHand = useRef(false);
  const results = useRef<HTMLDivElement>(null);
  const list = useTroupe((state) => (listId === null ? undefined : state.lists[listId]));
  const workspace = useTroupe((state) => state.workspace);
  const tickets = useTroupe((state) => state.tickets);
  const inList = wide ? null : listId;
  const opened = useTarget((target) => target.opened);

  const { recent, openedLast } = useRecent({ listId: opened === null ? listId : null, ticketId: opened });
  const me = useTroupe((state) => state.me ?? "");
  const workspaceId = workspace?.id ?? "";
  // The order stays while the palette is open.
  const [used] = useState(() => usedLines(workspaceId, me));

  // Computed while rendering, not later: Enter takes the marked line, which must match the typed text.
  const found = useMemo(
    () => searchTickets({ tickets, workspace }, { query, listId: inList, limit: SHOWN, opened: openedLast }),
    [tickets, workspace, query, inList, openedLast],
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
  const withTasks = only === null || only === "task";
  const commands = useCommands({ typed: query.trim(), ...around });
  const onTarget = useTargetActions();
  const people = usePeople(slug);
  const filters = useFilters(typed);
  const arranging = useArranging();
  const places = usePlaces(slug);
  const recentlyOpened = typed || !wide ? [] : recent;

  const open = (ticket: Ticket) => {
    askPanelFocus(ticket.id);
    closeOverlay();
    const key = ticketKey({ workspace }, ticket) ?? ticket.id;
    const home = ticket.lists.find((in_) => in_.listId === listId) ?? ticket.lists[0];
    navigate(
      home ? paths.list(slug, home.listId, { ticketKey: key }) : paths.collection(slug, "all", { ticketKey: key }),
    );
  };
  const run = (entry: Entry) => {
    rememberLine(workspaceId, me, entry.id.replace(/^recent:/, "go:"));
    if (entry.values) return openOverlay({ kind: "palette", values: entry.values });
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
    if (event.key === "Backspace" && query === "") setOnly(null);
    // Shift+Tab leads to the kinds of results.
    if (event.key !== "Tab" || event.shiftKey || event.target !== input.current || listId === null) return;
    event.preventDefault();
    setWide(!wide);
  };
  const named = (all: readonly Entry[]) => searchBy(all, query, search, used);
  // What is open, focused or selected comes first, before anything is typed.
  const context = !typed && only === null ? onTarget.context : [];
  const ticketActions = onTarget.all.filter((entry) => !context.includes(entry));
  const templates = only === "template" ? commands.offered.filter(({ kind }) => kind === only) : [];
  const hits = {
    people: only === "person" ? named(people) : typed && only === null ? named(people).slice(0, FEW) : [],
    // Offered only to a search, because there are many.
    actions: only === null ? named([...ticketActions, ...commands.offered, ...(typed ? arranging : [])]) : named(templates),
    filters: only === null ? named(filters).slice(0, FEW) : [],
    places: named(only === null ? places : places.filter(({ kind }) => kind === only)),
  };
  const lines = (of: readonly Hit<Entry>[]) =>
    of.map(({ thing, spans }) => <EntryLine key={thing.id} entry={thing} spans={spans} onSelect={() => run(thing)} />);
  const group = (heading: string, of: readonly Hit<Entry>[]) => of.length > 0 && <Command.Group heading={heading}>{lines(of)}</Command.Group>;
  const fresh = (only === null ? commands.always : []).map((entry) => <EntryLine key={entry.id} entry={entry} spans={[]} onSelect={() => run(entry)} />);
  // No task has two lines.
  const changed = found.filter(({ thing }) => recentlyOpened.every(({ id }) => id !== thing.id));
  const groups: Record<GroupId, ReactNode> = {
    tickets: (
      <>
        {withTasks && recentlyOpened.length > 0 && (
          <Command.Group heading={t`Recently opened`}>
            {recentlyOpened.map(({ kind, id }) => {
              const ticket = tickets[id];
              if (kind === "ticket") return ticket && <TicketLine key={id} ticket={ticket} spans={[]} onSelect={() => open(ticket)} />;
              const entry = places.find((place) => place.id === `go:${id}`);
              const line = entry && { ...entry, id: `recent:${id}` };
              return line && <EntryLine key={id} entry={line} spans={[]} onSelect={() => run(line)} />;
            })}
          </Command.Group>
        )}
        {withTasks && changed.length > 0 && (
          <Command.Group heading={typed ? t`Tasks` : t`Recently changed`}>
            {changed.map(({ thing, spans }) => (
              <TicketLine key={thing.id} ticket={thing} spans={spans} onSelect={() => open(thing)} />
            ))}
          </Command.Group>
        )}
      </>
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
    tickets: bestOf(found) ?? (recentlyOpened.length > 0 ? 0 : undefined),
    people: bestOf(hits.people),
    actions: bestOf(hits.actions),
    filters: bestOf(hits.filters),
    places: bestOf(hits.places),
  });

  const searchAll: Entry = {
    id: "go:search",
    name: t`Search in descriptions and comments`,
    icon: FileSearch,
    run: () => navigate(searchPath(slug, { text: query.trim(), listId: inList })),
  };

  const narrow = !wide && list !== undefined;
  const others = Object.values(hits).some((of) => of.length > 0);
  const anyTask = found.length > 0 || beyond.length > 0 || asked.state === "asking";
  const noTask = narrow ? t`No matches in ${list.name}. Press Tab to search everywhere.` : others ? null : t`No matching tasks.`;
  const noTemplate = only === "template" && templates.length === 0 ? t`No templates yet. To create one, choose “Save as template…” in the menu of a task.` : null;
  const noOther = others ? null : (noTemplate ?? t`No matches`);
  const nothing = !withTasks ? noOther : typed && !anyTask ? noTask : null;

  if (values !== null) return <Values key={values.fieldId} {...values} onBack={() => setOnly(null)} />;
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
        <Command.Input ref={input} autoFocus dir="auto" value={query} onValueChange={type} placeholder={only === null ? t`Search or run a command` : t`Search ${kindNames[only]}`} />
        {only === "template" && (
          <button type="button" className={styles.scope} aria-label={t`Search everything`} onClick={() => setOnly(null)}>
            {kindNames[only]}
            <Icon of={X} size={12} />
          </button>
        )}
        {list && (
          <button type="button" className={styles.scope} tabIndex={-1} onClick={() => setWide(!wide)}>
            <span dir="auto">{wide ? t`Everywhere` : list.name}</span>
            <Keys keys="Tab" />
          </button>
        )}
      </div>
      <KindTabs only={only} onOnly={setOnly} onLeave={() => input.current?.focus()} />
      <Command.List ref={results} className={styles.list} label={t`Results`}>
        {nothing !== null && <p className={styles.nothing}>{nothing}</p>}
        {context.length > 0 && (
          <Command.Group heading={onTarget.heading}>
            {context.map((entry) => <EntryLine key={entry.id} entry={{ ...entry, sub: undefined }} spans={[]} onSelect={() => run(entry)} />)}
          </Command.Group>
        )}
        {order.map((id) => (
          <Fragment key={id}>{groups[id]}</Fragment>
        ))}
        {/* Below all other lines, so that an answer moves no line that is marked. */}
        {typed && withTasks && (
          <Command.Group heading={t`In descriptions and comments`}>
            {beyond.map(({ ticket, result }) => (
              <FoundLine key={ticket.id} ticket={ticket} result={result} onSelect={() => open(ticket)} />
            ))}
            <EntryLine entry={searchAll} spans={[]} onSelect={() => run(searchAll)} />
          </Command.Group>
        )}
        {typed && withTasks && asked.state === "offline" && <p className={styles.nothing}>{t`Offline: only titles are searched.`}</p>}
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
