import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { PanelLeft, Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useParams } from "react-router";
import { useFound } from "@/actions/useFound";
import { mostChars } from "@/api/search";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { soughtAt, type Sought } from "@/features/search/address";
import { Facets } from "@/features/search/Facets";
import { Result } from "@/features/search/Result";
import styles from "@/features/search/Search.module.css";
import { useHotkeys } from "@/lib/hotkeys";
import { useLocation, useNavigate } from "@/lib/location";
import { searchPath } from "@/lib/elsewhere";
import { toggleSidebar } from "@/lib/shell";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { EmptyState, ErrorState } from "@/ui/EmptyState";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { SkeletonRows } from "@/ui/Skeleton";
import page from "./SearchScreen.module.css";

/** The results of a search: tasks with the texts that match. The address holds the search. */
export function SearchScreen() {
  const { workspace: slug = "" } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const sought = soughtAt(search);
  const [typed, setTyped] = useState(sought.text);
  const [shownFor, setShownFor] = useState(sought.text);
  // The person went back, or came by a link: the box follows the address.
  if (shownFor !== sought.text) {
    setShownFor(sought.text);
    if (typed.trim() !== sought.text.trim()) setTyped(sought.text);
  }
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const tickets = useTroupe((state) => state.tickets);
  const found = useFound(sought);
  const shown = found.results.flatMap((result) => {
    const ticket = tickets[result.ticketId];
    return ticket && ticket.trashedAt === null ? [{ result, ticket }] : [];
  });

  const seek = (next: Sought) => navigate(searchPath(slug, next), { replace: true });
  const type = (text: string) => {
    setTyped(text);
    seek({ ...sought, text });
  };
  useEffect(() => input.current?.focus(), []);
  /** Moves the focus down or up through the box and the results. */
  const step = (event: Pick<Event, "preventDefault">, by: 1 | -1) => {
    const links = [...(results.current?.querySelectorAll<HTMLElement>("article a") ?? [])];
    const next = links.findIndex((link) => link === document.activeElement) + by;
    event.preventDefault();
    if (next < 0) input.current?.focus();
    else (links[next] ?? links.at(-1))?.focus();
  };
  const down = (event: KeyboardEvent) => step(event, 1);
  const up = (event: KeyboardEvent) => step(event, -1);
  useHotkeys({ "/": (event) => (event.preventDefault(), input.current?.focus()), "[": () => toggleSidebar(false), ArrowDown: down, ArrowUp: up, J: down, K: up });

  const count = shown.length;
  const state =
    sought.text.trim() === "" || (found.state === "asking" && count === 0)
      ? ""
      : found.more
        ? t`More than ${count} tasks`
        : plural(count, { one: "# task", other: "# tasks" });

  return (
    <div className={page.page}>
      <header className={page.top}>
        <IconButton icon={PanelLeft} name={t`Sidebar`} keys="[" onClick={() => toggleSidebar(false)} />
        <Icon of={Search} />
        <h1><Trans>Search</Trans></h1>
      </header>
      <SyncBanner />
      <RefusedBanner />
      <div className={styles.bar}>
        <div className={styles.box} role="search">
          <Icon of={Search} />
          <input
            ref={input}
            type="search"
            dir="auto"
            aria-label={t`Search the workspace`}
            placeholder={t`Search titles, descriptions and comments`}
            value={typed}
            maxLength={mostChars}
            onChange={({ target }) => type(target.value)}
            onKeyDown={(event) => event.key === "ArrowDown" && step(event, 1)}
          />
          {typed !== "" && (
            <IconButton
              icon={X}
              name={t`Clear`}
              onClick={() => {
                type("");
                input.current?.focus();
              }}
            />
          )}
        </div>
      </div>
      <div className={styles.line}>
        {!found.corrects && <span>{t`Misspelled words aren't corrected on this server.`}</span>}
        {!found.complete && <span>{t`Older tasks and comments are still being indexed. Some results may be missing.`}</span>}
        <span className={styles.count} role="status">{state}</span>
      </div>
      <div className={styles.below}>
        <Facets sought={sought} onChange={seek} />
        <div ref={results} className={styles.results} role="region" aria-label={t`Results`} aria-busy={found.state === "asking"}>
          {shown.map(({ result, ticket }) => (
            <Result key={ticket.id} result={result} ticket={ticket} slug={slug} />
          ))}
          {found.more && (
            <div className={styles.more}>
              <Button onClick={found.more}><Trans>Show more</Trans></Button>
            </div>
          )}
          {count === 0 && found.state === "asking" && <SkeletonRows count={8} />}
          {sought.text.trim() === "" && (
            <EmptyState title={t`Search this workspace`}>
              <Trans>Enter words from a title, a description or a comment, or the key of a task.</Trans>
            </EmptyState>
          )}
          {found.state === "done" && count === 0 && (
            <EmptyState title={t`No matches`}>
              <Trans>Try fewer or different words. All of them must be in the same task, or in the same comment.</Trans>
            </EmptyState>
          )}
          {found.state === "offline" && (
            <ErrorState
              title={t`You're offline`}
              actions={<Button onClick={found.again}><Trans>Try again</Trans></Button>}
            >
              <Trans>Searching descriptions and comments needs a connection. “Browse all” still finds titles.</Trans>
            </ErrorState>
          )}
          {found.state === "failed" && (
            <ErrorState title={t`The search failed`} actions={<Button onClick={found.again}><Trans>Try again</Trans></Button>}>
              {found.message ?? t`Something went wrong. Try again.`}
            </ErrorState>
          )}
        </div>
      </div>
    </div>
  );
}
