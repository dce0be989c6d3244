import { t } from "@lingui/core/macro";
import { Folder, SquareStack } from "lucide-react";
import { mayIn } from "@/sync/allowed";
import { leftFor, restrictedLists } from "@/sync/homes";
import { activeListsInOrder, listsInOrder } from "@/sync/selectors";
import type { ById } from "@/sync/types";
import type { List, Share } from "@/wire/generated";
import { byNames } from "./arrange/sort";
import type { Field } from "./field";
import { once, onceForBoth, optionsOf, type Option } from "./options";
import type { Many } from "./value";

const optionFrom = (restricted: boolean) =>
  once(({ id, name, color, suggested, icon, archivedAt }: List): Option => ({ id, name, look: { is: "list", hue: color, outline: suggested, icon, restricted, archived: Boolean(archivedAt) } }));
const open = optionFrom(false);
const locked = optionFrom(true);

const optionsFor = (lists: readonly List[], shares: ById<Share>): readonly Option[] => {
  const restricted = restrictedLists({ shares });
  return lists.map((list) => (restricted.has(list.id) ? locked(list) : open(list)));
};
const all = onceForBoth((lists: ById<List>, shares: ById<Share>) => optionsFor(listsInOrder({ lists }), shares));

/** The lists that every workspace starts with come last. */
const offered = onceForBoth((lists: ById<List>, shares: ById<Share>) =>
  optionsFor(activeListsInOrder({ lists }).toSorted((a, b) => Number(a.suggested) - Number(b.suggested)), shares),
);

const value: Many = {
  kind: "many",
  options: {
    ...optionsOf(({ lists, shares }) => all(lists, shares)),
    offered: ({ lists, shares }) => offered(lists, shares),
    // Adding a ticket to a list needs the same right as creating a ticket there. Private tickets are in no restricted list.
    fits: (state, ticket, id) => mayIn(state.capabilities, "createTickets", id) && !(ticket.private && restrictedLists(state).has(id)),
    gone: () => t`a deleted list`,
  },
  none: { name: () => t`No list` },
  shown: "first",
  kept: true,
  loses: leftFor,
  read: (ticket) => ticket.lists.map(({ listId }) => listId),
  write: (lists) => ({ lists }),
  start: (listIds) => ({ listIds }),
};

/** The lists that a ticket is in. */
export const lists: Field & { value: Many } = {
  id: "lists",
  key: "lists",
  word: "list",
  name: () => t`Lists`,
  noun: () => t`lists`,
  value,
  column: { order: 30, width: 124, shown: true },
  group: { order: 25, name: () => t`List` },
  sort: byNames(27, value),
  card: { order: 5, place: "chips", off: true },
  panel: { order: 20, rare: true },
  bulk: { order: 60, icon: Folder },
  action: { order: 50, icon: SquareStack, keys: ["Shift+M"], menu: 50 },
  draft: { order: 20, nothing: () => t`No list` },
  history: { activities: ["listsChange", "multipleListsChange"], icon: SquareStack, sentence: "moved" },
};
