import { assignees } from "./assignees";
import { dueDate, startDate } from "./dates";
import { blockedBy, commentedBy, statusState } from "./derived";
import { completed, created, delay, inProgress, number, source, updated } from "./facts";
import type { Field } from "./field";
import { labels } from "./labels";
import { linked } from "./linked";
import { lists } from "./lists";
import { priority } from "./priority";
import { parent, privacy } from "./relations";
import { reporter } from "./reporter";
import { status } from "./status";
import { description, title } from "./title";

/** The fields of every ticket. A field that is not in this list does not exist for any reader. */
export const builtIn: readonly Field[] = [
  number,
  title,
  status,
  assignees,
  lists,
  priority,
  startDate,
  dueDate,
  labels,
  reporter,
  parent,
  privacy,
  linked,
  statusState,
  blockedBy,
  commentedBy,
  created,
  updated,
  completed,
  inProgress,
  delay,
  source,
  description,
];
