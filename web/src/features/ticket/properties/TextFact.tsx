import type { With } from "@/fields/field";
import { textOf } from "@/fields/text";
import { useTroupe } from "@/sync/store";
import type { Ticket } from "@/wire/generated";
import { Property } from "./Property";

/** A value as text, for kinds that the panel cannot edit. */
export function TextFact({ field, ticket }: { field: With<"panel">; ticket: Ticket }) {
  const text = useTroupe((state) => textOf(field.value, state, ticket));
  return (
    <Property label={field.name()} ticketId={ticket.id}>
      {text}
    </Property>
  );
}
