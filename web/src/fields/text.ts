import { ticketKey } from "@/sync/selectors";
import type { Ticket } from "@/wire/generated";
import type { Config } from "./options";
import { idsOf, isChoice, type Value } from "./value";

/** The value as text, in the form that other spreadsheets read and people type. */
export function textOf(value: Value, config: Config, ticket: Ticket): string {
  if (isChoice(value)) {
    const named = (id: string) => value.options.find(config, id);
    return idsOf(value, ticket).flatMap((id) => named(id)?.code ?? named(id)?.name ?? []).join(", ");
  }
  switch (value.kind) {
    case "date":
      return value.read(ticket) ?? "";
    case "line":
      return value.read(ticket);
    case "entry":
      return value.read(ticket) ?? "";
    case "number":
      return ticketKey(config, ticket) ?? "";
    case "derived":
      return value.text(config, ticket);
    case "moment":
      return value.read(ticket)?.at.slice(0, 10) ?? "";
    default:
      return "";
  }
}
