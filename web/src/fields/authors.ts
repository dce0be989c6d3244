import { t } from "@lingui/core/macro";
import { UserCheck, UserPen } from "lucide-react";
import { byNames } from "./arrange/sort";
import type { Field } from "./field";
import { people } from "./people";
import type { One } from "./value";

const creator: One = { kind: "one", options: people, fixed: true, read: (ticket) => ticket.createdUserId, write: () => ({}) };
const completer: One = { kind: "one", options: people, none: { name: () => t`Not completed` }, fixed: true, read: (ticket) => ticket.completedByUserId, write: () => ({}) };

/** The people who made and who finished a ticket. The panel shows each with the time. */
export const authorFields: readonly Field[] = [
  {
    id: "creator",
    key: "createdUserId",
    word: "creator",
    name: () => t`Creator`,
    noun: () => t`creator`,
    value: creator,
    column: { order: 78, width: 120, shown: false },
    filter: { order: 62, icon: UserPen },
    group: { order: 60 },
    sort: byNames(36, creator),
  },
  {
    id: "completedBy",
    key: "completedByUserId",
    word: "completed-by",
    name: () => t`Completed by`,
    noun: () => t`person who completed it`,
    value: completer,
    column: { order: 86, width: 120, shown: false },
    filter: { order: 66, icon: UserCheck },
    group: { order: 62 },
    sort: byNames(37, completer),
  },
];
