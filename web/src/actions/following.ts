import { t } from "@lingui/core/macro";
import { dispatchAll } from "@/sync/store";
import type { Command, SubscriptionPatch } from "@/wire/generated";
import { offerUndo } from "./offerUndo";

const changeAll = (ticketIds: readonly string[], patch: SubscriptionPatch, label: string) =>
  void dispatchAll(ticketIds.map((ticketId): Command => ({ kind: "subscription.update", ticketId, patch })), { label });

/** Subscribes to tickets. */
export const subscribe = (...ticketIds: string[]): void => changeAll(ticketIds, { manual: true, unsubscribed: false }, t`subscribing`);

/** Unsubscribes from tickets, and offers to undo that: on *Subscribed by me*, they leave the page. */
export function leaveTicket(...ticketIds: string[]): void {
  changeAll(ticketIds, { manual: false, unsubscribed: true }, t`unsubscribing`);
  offerUndo("unsubscribed", ticketIds.length);
}
