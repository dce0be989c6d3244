import { msg, plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import { allEnds, dependencyOf, type Dependency } from "@/fields/schedule/ends";
import { mostLag } from "@/sync/kinds/linkLag";
import { linksOf, ticketKey } from "@/sync/selectors";
import { dispatch, useTroupe } from "@/sync/store";
import type { View } from "@/sync/types";
import type { MenuItem } from "@/ui/Menu";
import type { LinkEnds } from "@/wire/generated";
import { say, type Message } from "@/words/i18n";

type Known = Pick<View, "tickets" | "workspace">;

/** The names of the kinds of dependencies. */
export const endsNames: Readonly<Record<LinkEnds, Message>> = {
  finishToStart: msg`Finish to start`,
  startToStart: msg`Start to start`,
  finishToFinish: msg`Finish to finish`,
  startToFinish: msg`Start to finish`,
};

/** "PLA-1 must finish before PLA-2 starts": what a dependency requires. */
export function askedWords(ends: LinkEnds, from: string, to: string): string {
  if (ends === "startToStart") return t`${from} must start before ${to} starts`;
  if (ends === "finishToFinish") return t`${from} must finish before ${to} finishes`;
  if (ends === "startToFinish") return t`${from} must start before ${to} finishes`;
  return t`${from} must finish before ${to} starts`;
}

/** "3-day lag", or "2-day lead" for a lag below 0. */
export const lagWords = (days: number): string =>
  days > 0 ? plural(days, { one: "#-day lag", other: "#-day lag" }) : plural(-days, { one: "#-day lead", other: "#-day lead" });

/** A dependency in words, with its lag if it has one. */
export const dependencyWords = ({ ends, lag }: Dependency, from: string, to: string): string =>
  [askedWords(ends, from, to), ...(lag === 0 ? [] : [lagWords(lag)])].join(" · ");

/** The key of a task, or its title if it has no key yet; empty if the person does not see it. */
function calledIn(state: Known, ticketId: string | undefined): string {
  const ticket = ticketId === undefined ? undefined : state.tickets[ticketId];
  return ticket ? (ticketKey(state, ticket) ?? ticket.title) : "";
}

/** A dependency and its sentence. The sentence is empty if the link does not exist, or if the person does not see both tasks. */
export function useDependency(linkId: string | undefined): Dependency & { words: string } {
  const ends = useTroupe((state) => dependencyOf(state, linkId ?? "").ends);
  const lag = useTroupe((state) => dependencyOf(state, linkId ?? "").lag);
  const from = useTroupe((state) => calledIn(state, state.links[linkId ?? ""]?.fromTicketId));
  const to = useTroupe((state) => calledIn(state, state.links[linkId ?? ""]?.toTicketId));
  return { ends, lag, words: from === "" || to === "" ? "" : dependencyWords({ ends, lag }, from, to) };
}

/** All dependencies of a task as sentences. They are computed again only if a name, a kind or a lag changes, not on each edit of a task. */
export function useDependencies(ticketId: string): string {
  const links = useTroupe((state) => linksOf(state, ticketId));
  const linkLags = useTroupe((state) => state.linkLags);
  const names = useTroupe((state) => links.flatMap(({ fromTicketId, toTicketId }) => [calledIn(state, fromTicketId), calledIn(state, toTicketId)]).join("\n"));
  return useMemo(() => {
    const called = names.split("\n");
    const words = links.flatMap(({ id, kind }, at) => {
      const [from, to] = [called[2 * at], called[2 * at + 1]];
      return kind === "blocks" && from && to ? [dependencyWords(dependencyOf({ linkLags }, id), from, to)] : [];
    });
    return words.join(". ");
  }, [links, linkLags, names]);
}

export const setEnds = (linkId: string, ends: LinkEnds) => dispatch({ kind: "linkLag.set", linkId, ends });

/** The kinds of a dependency as menu items. The current kind is checked, and the heading is the current sentence. */
export const endsItems = (linkId: string, present: LinkEnds, heading: string): MenuItem[] =>
  allEnds.map((ends, at) => ({
    id: ends,
    name: say(endsNames[ends]),
    checked: ends === present,
    ...(at === 0 && { heading }),
    onSelect: () => ends !== present && void setEnds(linkId, ends),
  }));

/** The properties of a picker for the lag of a link. */
export const lagEntry = (linkId: string, days: number) =>
  ({
    name: t`Lag in days`,
    keyboard: "decimal",
    value: days === 0 ? null : String(days),
    objection: (text: string) => (/^[-−]?\d{1,4}$/.test(text) ? null : t`Use a whole number of days, up to ${mostLag}.`),
    onChange: (text: string | null) => void dispatch({ kind: "linkLag.set", linkId, days: text === null ? 0 : Number(text.replace("−", "-")) }),
  }) as const;
