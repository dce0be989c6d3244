import { t } from "@lingui/core/macro";
import { isWebAddress } from "@/sync/kinds/ticket/values";
import { dispatch, newId } from "@/sync/store";
import { tell } from "@/ui/Toast";
import type { UrlLink } from "@/wire/generated";

/** The longest address: the same number as in `actors/src/domain/limits.rs`. */
export const mostChars = 2_000;

/** The address in a text, if the text is one and nothing else. */
export function addressIn(text: string): string | null {
  const typed = text.trim();
  return typed.length <= mostChars && !/\s/.test(typed) && /^https?:\/\//i.test(typed) && isWebAddress(typed) ? typed : null;
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

export const renameAddress = (urlLinkId: string, title: string): void => void dispatch({ kind: "urlLink.update", urlLinkId, patch: { title } });

export const unlinkAddress = (urlLinkId: string): void => void dispatch({ kind: "urlLink.delete", urlLinkId });

/** Links a ticket to a pasted address, with a way back. */
export function pasteAddress(ticketId: string, url: string): void {
  const urlLinkId = linkAddress(ticketId, url);
  tell({ text: t`Link added`, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => unlinkAddress(urlLinkId) } });
}
