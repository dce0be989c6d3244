import { t } from "@lingui/core/macro";
import type { TicketPatch } from "@/wire/generated";
import { i18n, listed } from "@/words/i18n";
import { ticketKey } from "../../selectors";
import type { KnownToDescribe } from "../kind";
import { patchedFields, patchedKeys, ticketFields } from "./fields";

/** A ticket within a sentence: its key, or its title if it has no key yet. */
export function ticketName(view: KnownToDescribe, id: string): string {
  const ticket = view.tickets[id];
  // If the workspace is closed to a person, they see no tickets at all; that does not mean that the ticket was deleted.
  if (!ticket) return view.workspace === null ? t`a task` : t`a deleted task`;
  return ticketKey(view, ticket) ?? `“${ticket.title}”`;
}

/** "Status, priority, and due date". */
export function fieldsIn({ fieldName }: KnownToDescribe, patch: TicketPatch): string {
  const names = patchedKeys(patch).map(fieldName);
  const all = names.length > 0 ? listed(names) : t`change`;
  return all.charAt(0).toLocaleUpperCase(i18n.locale) + all.slice(1);
}

/** The name of a patch for undo: the name of the field if there is only one. */
export function patchName(patch: TicketPatch): string {
  const [field, more] = patchedFields(patch);
  return field === undefined || more !== undefined ? t`changes` : ticketFields[field].stepName();
}
