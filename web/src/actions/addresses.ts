import { t } from "@lingui/core/macro";
import { isWebAddress } from "@/sync/kinds/ticket/values";
import { dispatch, newId } from "@/sync/store";
import { tell } from "@/ui/Toast";
import type { Command, UrlLink } from "@/wire/generated";
import { createTicket } from "./tickets";

/** The longest address: the same number as in `actors/src/domain/limits.rs`. */
export const mostChars = 2_000;

/** The address in a text, if the text is one and nothing else. */
export function addressIn(text: string): string | null {
  const typed = text.trim();
  return typed.length <= mostChars && !/\s/.test(typed) && /^https?:\/\//i.test(typed) && isWebAddress(typed) ? typed : null;
}

/** The web address in a typed text; null if there is none. A host without a scheme gets https. */
export function typedAddress(text: string): string | null {
  const typed = text.trim();
  return addressIn(/^[\w-]+(\.[\w-]+)+(\/|$)/.test(typed) ? `https://${typed}` : typed);
}

/** The name of a link: the title that a person gave it, or that of the page, or else the host and the path of its address. */
export function nameOf({ title, pageTitle, url }: Pick<UrlLink, "title" | "pageTitle" | "url">): string {
  if (title !== "") return title;
  if (pageTitle !== "") return pageTitle;
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === "/" ? host : `${host}${pathname}`;
}

/** Links a ticket to an address. Returns the id of the link. */
export function linkAddress(ticketId: string, url: string, title = ""): string {
  const urlLinkId = newId();
  void dispatch({ kind: "urlLink.create", urlLinkId, ticketId, url, ...(title.trim() !== "" && { title }) });
  return urlLinkId;
}

/** Creates a ticket with a link to an address in a list, as one undo step. Returns the id of the ticket. */
export function ticketForAddress(listId: string, url: string, title = ""): string {
  const named = title.trim();
  const linked = (ticketId: string): Command => ({ kind: "urlLink.create", urlLinkId: newId(), ticketId, url, ...(named !== "" && { title: named }) });
  return createTicket({ title: nameOf({ title: named, pageTitle: "", url }).slice(0, 500), listIds: [listId] }, (ticketId) => [linked(ticketId)]).ticketId;
}

export const renameAddress = (urlLinkId: string, title: string): void => void dispatch({ kind: "urlLink.update", urlLinkId, patch: { title } });

export const unlinkAddress = (urlLinkId: string): void => void dispatch({ kind: "urlLink.delete", urlLinkId });

/** Links a ticket to an address that was pasted, or typed elsewhere, and offers an undo. */
export function pasteAddress(ticketId: string, url: string, title = ""): void {
  const urlLinkId = linkAddress(ticketId, url, title);
  tell({ text: t`Link added`, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => unlinkAddress(urlLinkId) } });
}
