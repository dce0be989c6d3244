import { t } from "@lingui/core/macro";
import { Tag } from "lucide-react";
import { labelsInOrder } from "@/sync/selectors";
import type { ById } from "@/sync/types";
import type { Command, Label } from "@/wire/generated";
import { byNames } from "./arrange/sort";
import type { Field } from "./field";
import { once, optionsOf, type Option } from "./options";
import type { Many } from "./value";

const all = once((labels: ById<Label>): readonly Option[] =>
  labelsInOrder({ labels }).map(({ id, name, color }) => ({ id, name, look: { is: "label", hue: color } })),
);

const make = (labelId: string, name: string): Command => ({ kind: "label.create", labelId, name });

const value: Many = {
  kind: "many",
  options: {
    ...optionsOf(({ labels }) => all(labels)),
    gone: () => t`a deleted label`,
    create: { name: "label", command: make },
    makes: { takes: "manageLabels", command: make },
  },
  none: { name: () => t`No label` },
  shown: "chips",
  read: (ticket) => ticket.labels,
  write: (labels) => ({ labels }),
  start: (labels) => ({ labels }),
};

/** The labels. A new one can be made while one is chosen. */
export const labels: Field & { value: Many } = {
  id: "labels",
  key: "labels",
  word: "label",
  name: () => t`Labels`,
  noun: () => t`labels`,
  value,
  column: { order: 70, width: 184, shown: true },
  filter: { order: 30, name: () => t`Label`, noun: () => t`label`, icon: Tag },
  group: { order: 40, name: () => t`Label` },
  sort: byNames(26, value),
  panel: { order: 40, rare: true },
  bulk: { order: 70, name: () => t`Label`, icon: Tag },
  card: { order: 10, place: "chips" },
  action: { order: 40, icon: Tag, keys: ["Shift+G"], menu: 40 },
  draft: { order: 50, nothing: () => t`Labels`, icon: Tag },
  history: { icon: Tag, sentence: "labelled" },
};
