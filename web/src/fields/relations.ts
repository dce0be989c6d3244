import { t } from "@lingui/core/macro";
import { Lock } from "lucide-react";
import type { Field } from "./field";
import type { FlagValue } from "./value";

/** The ticket that this one is a subtask of. */
export const parent: Field = {
  id: "parent",
  key: "parentTicketId",
  word: "parent",
  name: () => t`Parent`,
  noun: () => t`parent`,
  value: { kind: "parent", read: (ticket) => ticket.parentTicketId, write: (parentTicketId) => ({ parentTicketId }) },
  panel: { order: 90, rare: true },
  history: { activities: ["subtaskAddedItem"], sentence: "fromTo" },
};

/** True if only its creator sees a ticket. The menu of the panel changes it. */
export const privacy: Field & { value: FlagValue } = {
  id: "private",
  key: "private",
  word: "private",
  name: () => t`Private`,
  noun: () => t`privacy`,
  value: { kind: "flag", read: (ticket) => ticket.private, write: (on) => ({ private: on }) },
  history: { icon: Lock, sentence: "privacy" },
};
