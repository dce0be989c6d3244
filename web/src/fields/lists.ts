import { t } from "@lingui/core/macro";
import { Folder, SquareStack } from "lucide-react";
import { listsInOrder } from "@/sync/selectors";
import type { ById } from "@/sync/types";
import type { List } from "@/wire/generated";
import type { Field } from "./field";
import { once, optionsOf, type Option } from "./options";
import type { Many } from "./value";

const optionOf = once(
  ({ id, name, color, suggested }: List): Option => ({ id, name, look: { is: "list", hue: color, outline: suggested } }),
);
const all = once((lists: ById<List>): readonly Option[] => listsInOrder({ lists }).map(optionOf));

/** The lists that every workspace starts with come last. */
const offered = once((lists: ById<List>): readonly Option[] =>
  listsInOrder({ lists })
    .toSorted((a, b) => Number(a.suggested) - Number(b.suggested))
    .map(optionOf),
);

/** The lists that a ticket is in. */
export const lists: Field & { value: Many } = {
  id: "lists",
  key: "lists",
  word: "list",
  name: () => t`Lists`,
  noun: () => t`lists`,
  value: {
    kind: "many",
    options: {
      ...optionsOf(({ lists }) => all(lists)),
      offered: ({ lists }) => offered(lists),
      gone: () => t`a deleted list`,
    },
    shown: "first",
    kept: true,
    read: (ticket) => ticket.lists.map(({ listId }) => listId),
    write: (lists) => ({ lists }),
    start: (listIds) => ({ listIds }),
  },
  column: { order: 30, width: 124, shown: true },
  panel: { order: 20, rare: true },
  bulk: { order: 60, icon: Folder },
  action: { order: 50, icon: SquareStack, keys: ["Shift+M"], menu: 50 },
  draft: { order: 20, nothing: () => t`No list` },
  history: { activity: "listsChange", icon: SquareStack, sentence: "moved" },
};
