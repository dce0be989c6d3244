import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { effectNow } from "@/actions/moving";
import { namesOf } from "@/actions/movingWords";
import { rowsOf } from "@/sync/tables/tableCopy";
import { useTroupe } from "@/sync/store";
import { ConfirmDialog } from "@/ui/Dialog";
import type { SyncState } from "@/sync/types";
import type { List } from "@/wire/generated";
import { audienceChange } from "./access";

/** A step that others notice, or that cannot be taken back alone. */
export interface Step {
  is: "restrict" | "open" | "leave";
}

interface ConsequenceProps {
  list: List;
  step: Step;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Says who gains and loses a list before it is restricted, opened or left. */
export function Consequence({ list, step: { is }, onCancel, onConfirm }: ConsequenceProps) {
  // What is said stays the same while the person reads it.
  const [text] = useState(() => (is === "leave" ? leaving(useTroupe.getState(), list) : sentences(useTroupe.getState(), list, is)).join(" "));
  const { name } = list;
  const words = {
    restrict: { title: t`Restrict “${name}”?`, confirm: t`Restrict list` },
    open: { title: t`Open “${name}” to everyone?`, confirm: t`Open list` },
    leave: { title: t`Leave “${name}”?`, confirm: t`Leave list` },
  }[is];
  return <ConfirmDialog open title={words.title} text={text} confirm={words.confirm} danger={is === "leave"} onCancel={onCancel} onConfirm={onConfirm} />;
}

function sentences(view: SyncState, { id }: List, to: "restrict" | "open"): string[] {
  const effect = effectNow([{ kind: to === "restrict" ? "list.restrict" : "list.open", listId: id }]);
  const { gain, lose } = audienceChange(view, id, to === "restrict" ? "restricted" : "open");
  const count = effect?.ticketIds.length ?? 0;
  const moving = new Set(effect?.ticketIds);
  const left = to === "open" ? 0 : rowsOf(view.tickets).filter((ticket) => ticket.lists.some(({ listId }) => listId === id) && !moving.has(ticket.id)).length;
  const it = count === 0 ? t`this list` : plural(count, { one: "this list and its # task", other: "this list and its # tasks" });
  const gaining = namesOf(view, gain);
  const losing = namesOf(view, lose);
  const unassigned = effect?.unassigned ?? [];
  const leaving = namesOf(view, unassigned);
  return [
    ...(gain.length > 0 ? [t`${gaining} will see ${it}, with comments and history.`] : []),
    ...(lose.length > 0 ? [t`${losing} will no longer see ${it}.`] : []),
    ...(unassigned.length > 0 ? [t`${leaving} will be unassigned.`] : []),
    ...(to === "restrict" ? [t`Only you will see it until you add people.`] : []),
    ...(left > 0 ? [plural(left, { one: "# task that is private or also in another list leaves this list.", other: "# tasks that are private or also in another list leave this list." })] : []),
  ];
}

function leaving(view: SyncState, { id }: List): string[] {
  const count = rowsOf(view.tickets).filter((ticket) => ticket.lists.some(({ listId }) => listId === id)).length;
  const it = count === 0 ? t`this list` : plural(count, { one: "this list and its # task", other: "this list and its # tasks" });
  return [t`You will no longer see ${it}.`, t`Only a person who manages the list can let you in again.`];
}
