import { t } from "@lingui/core/macro";
import { CircleDashed, CircleDot } from "lucide-react";
import { statusesInOrder } from "@/sync/selectors";
import type { ById } from "@/sync/types";
import { statusShares } from "@/ui/statusShare";
import type { Status } from "@/wire/generated";
import type { Field } from "./field";
import { once, optionsOf, type Option } from "./options";
import type { One } from "./value";

/** How full each status is drawn, for all rows at once. */
export const sharesOf = once((statuses: ById<Status>) => statusShares(statusesInOrder({ statuses })));

const all = once((statuses: ById<Status>): readonly Option[] =>
  statusesInOrder({ statuses }).map(({ id, name, category }) => ({
    id,
    name,
    look: { is: "status", category, share: sharesOf(statuses)[id] },
  })),
);

/** The status. The columns of the board are its options. */
export const status: Field & { value: One } = {
  id: "status",
  key: "statusId",
  word: "status",
  name: () => t`Status`,
  noun: () => t`status`,
  value: {
    kind: "one",
    options: { ...optionsOf(({ statuses }) => all(statuses)), gone: () => t`a deleted status` },
    read: ({ statusId }) => statusId,
    write: (id) => (id === null ? {} : { statusId: id }),
    start: (statusId) => ({ statusId }),
  },
  column: { order: 10, width: 116, shown: true },
  filter: { order: 10, icon: CircleDashed },
  group: { order: 10, showEmpty: true },
  sort: {
    order: 5,
    ways: [() => t`First option first`, () => t`Last option first`],
    key: ({ statusId }, { statuses }) => all(statuses).findIndex(({ id }) => id === statusId),
  },
  panel: { order: 10 },
  bulk: { order: 10, icon: CircleDot },
  action: { order: 10, icon: CircleDashed, keys: ["S"], menu: 10 },
  draft: {
    order: 10,
    nothing: () => t`Status`,
    given: (config) => statusesInOrder(config).find(({ category }) => category === "byDefault")?.id,
  },
  history: { activities: ["statusChange", "statusRemoved"], sentence: "fromTo" },
};
