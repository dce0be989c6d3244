import { assignees } from "@/fields/assignees";
import { dueDate } from "@/fields/dates";
import type { Field } from "@/fields/field";
import { status } from "@/fields/status";
import { idsOf, isPicked } from "@/fields/value";
import type { Ticket } from "@/wire/generated";

/** The lines that every task has, because people look for them first. The line of the due date also shows the start. */
const always: ReadonlySet<string> = new Set([status.id, assignees.id, dueDate.id]);

/** True if the line of a field may be folded away: it is empty, and neither required nor a field that a list of the ticket asks for. */
export function isFoldable({ id, value, listIds }: Pick<Field, "id" | "value" | "listIds">, ticket: Ticket): boolean {
  if (always.has(id) || listIds !== undefined || (!isPicked(value) && value.kind !== "parent")) return false;
  return !("kept" in value && value.kept) && idsOf(value, ticket).length === 0;
}
