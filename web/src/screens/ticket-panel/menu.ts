import { t } from "@lingui/core/macro";
import { BellPlus, Copy, History, LayoutTemplate, Lock, LockOpen, Maximize2 } from "lucide-react";
import { copy } from "@/actions/copy";
import { subscribe } from "@/actions/following";
import { may, mayIn } from "@/actions/rights";
import { useMayOn } from "@/actions/useMay";
import { menuOf, sceneAbout } from "@/actions/ticketMenu";
import { updateTickets } from "@/actions/tickets";
import { openOverlay } from "@/lib/overlays";
import { itemsOfFollowed } from "@/features/inbox/items";
import { openTextPage } from "@/features/ticket/text-page/textMode";
import { privacy } from "@/fields/relations";
import { reasonsOf, subscriptionOf } from "@/sync/following";
import { linksOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { View } from "@/sync/types";
import type { MenuItem } from "@/ui/Menu";
import type { Ticket } from "@/wire/generated";

const groups = [
  ["ticket.complete", "ticket.assignMe"],
  ["ticket.duplicate", "ticket.toSubtask", "ticket.toTask"],
  ["ticket.favorite", "ticket.copyKey", "ticket.copyLink", "ticket.copyBranch", "ticket.copyTitle"],
  ["ticket.trash", "ticket.restore", "ticket.delete"],
];
/**
 * True if the node allows it and nothing else changes: the ticket is the person's own and not in the trash, and has no
 * parent, no subtasks, which would come along, and no links, which the node would delete.
 */
export function mayChangePrivacy(view: Pick<View, "links">, ticket: Ticket, me: string | null): boolean {
  const alone = ticket.parentTicketId === null && ticket.subtasksOrder.length === 0 && linksOf(view, ticket.id).length === 0;
  return alone && ticket.trashedAt === null && ticket.createdUserId === me;
}

/** The menu of the open ticket. */
export function useMenu(ticket: Ticket): MenuItem[] {
  const me = useTroupe((state) => state.me);
  const capabilities = useTroupe((state) => state.capabilities);
  const links = useTroupe((state) => state.links);
  // The panel renders this menu again whenever the ticket or the rights change, and the items depend on nothing else.
  const mayKeep = ticket.trashedAt === null && (mayIn(capabilities, "editLists", null) || ticket.lists.some(({ listId }) => mayIn(capabilities, "editLists", listId)));
  const described = useTroupe((state) => (state.details[ticket.id]?.description ?? "").trim() !== "");
  const actions = withCopyOfText(menuOf(sceneAbout([ticket.id]), groups), described ? ticket.id : null);
  const shown = withTextPages(actions, ticket.trashedAt === null);
  const save: MenuItem = { id: "template", name: t`Save as template…`, icon: LayoutTemplate, onSelect: () => openOverlay({ kind: "saveTemplate", ticketId: ticket.id }) };
  const copies = shown.findIndex(({ id }) => id === "ticket.favorite");
  const own = mayKeep ? shown.toSpliced(copies < 0 ? shown.length : copies, 0, save) : shown;
  const items = withSubscription(own, useSubscriptionItems(ticket));
  // A change of privacy brings the ticket to another place, as if it were made there.
  const mayEdit = useMayOn("editTickets", ticket);
  const mayMove = mayEdit && may(capabilities, "createTickets") && (!ticket.private || may(capabilities, "read") || ticket.lists.length > 0);
  if (!mayMove || !mayChangePrivacy({ links }, ticket, me)) return items;
  const change: MenuItem = {
    id: "private",
    name: ticket.private ? t`Share with the workspace` : t`Make private`,
    icon: ticket.private ? LockOpen : Lock,
    onSelect: () =>
      void updateTickets([ticket.id], privacy.value.write(!ticket.private), ticket.private ? t`sharing a task` : t`making a task private`),
  };
  const at = items.findIndex((item) => item.apart);
  return items.toSpliced(at < 0 ? items.length : at, 0, change);
}

/** Puts the lines that show the description on a page of its own before those that copy. */
function withTextPages(items: readonly MenuItem[], alive: boolean): MenuItem[] {
  const at = items.findIndex(({ id }) => id === "ticket.favorite");
  const write: MenuItem = { id: "writePage", name: t`Open description in full page`, icon: Maximize2, onSelect: () => openTextPage("write") };
  const versions: MenuItem = { id: "versions", name: t`Description history`, icon: History, onSelect: () => openTextPage("versions") };
  return items.toSpliced(at < 0 ? items.length : at, 0, ...(alive ? [write] : []), versions);
}

/** Puts a line that copies the description below the other lines that copy. */
function withCopyOfText(items: readonly MenuItem[], ticketId: string | null): MenuItem[] {
  const at = items.findIndex(({ id }) => id === "ticket.copyTitle");
  if (ticketId === null || at < 0) return [...items];
  const run = () => copy([useTroupe.getState().details[ticketId]?.description ?? ""], t`Copied the description`);
  return items.toSpliced(at + 1, 0, { id: "copyText", name: t`Copy description as Markdown`, icon: Copy, onSelect: run });
}

/** Puts lines before the last group of a menu, which is the dangerous one. */
function withSubscription(items: readonly MenuItem[], added: readonly MenuItem[]): MenuItem[] {
  const at = items.findLastIndex((item) => item.apart);
  return items.toSpliced(at < 0 ? items.length : at, 0, ...added);
}

/** What the person can do with the ticket in their inbox, and whether the inbox shows it at all. */
function useSubscriptionItems(ticket: Ticket): MenuItem[] {
  const row = useTroupe((state) => subscriptionOf(state, ticket.id));
  const me = useTroupe((state) => state.me);
  const preferences = useTroupe((state) => state.preferences);
  if (me === null || ticket.trashedAt !== null) return [];
  if (reasonsOf(ticket, row, me).length === 0)
    return [{ id: "subscribe", name: t`Subscribe`, icon: BellPlus, apart: true, onSelect: () => subscribe(ticket.id) }];
  return itemsOfFollowed(ticket, row, me, preferences);
}
