import { t } from "@lingui/core/macro";
import type { TicketPatch } from "@/wire/generated";
import { i18n, listed } from "@/words/i18n";
import { ticketKey } from "../../selectors";
import type { KnownToDescribe } from "../kind";
import { patchedFields, ticketFields } from "./fields";

/** A ticket within a sentence: its key, or its title as long as it has none. */
export function ticketName(view: KnownToDescribe, id: string): string {
  const ticket = view.tickets[id];
  // Of a workspace that is closed to them a person sees nothing, and nothing is deleted.
  if (!ticket) return view.workspace === null ? t`a task` : t`a deleted task`;
  return ticketKey(view, ticket) ?? `“${ticket.title}”`;
}

/** "Status, priority, and due date". */
export function fieldsIn({ fieldName }: KnownToDescribe, patch: TicketPatch): string {
  const names = Object.keys(patch).map(fieldName);
  const all = names.length > 0 ? listed(names) : t`change`;
  return all.charAt(0).toLocaleUpperCase(i18n.locale) + all.slice(1);
}

/** The name of a patch for undo: the field's, if there is one alone. */
export function patchName(patch: TicketPatch): string {
  const [field, more] = patchedFields(patch);
  return field === undefined || more !== undefined ? t`changes` : ticketFields[field].stepName();
}
