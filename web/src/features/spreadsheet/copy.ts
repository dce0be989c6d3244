import type { ColumnId } from "@/sync/arrange/settings";
import { memberName } from "@/sync/selectors";
import type { View } from "@/sync/types";
import { priorityNames } from "@/ui/vocabulary";
import type { Ticket } from "@/wire/generated";

/** A cell as another spreadsheet reads it. */
export function copyText(view: View, ticket: Ticket, column: ColumnId): string {
  const named = (rows: Record<string, { name: string } | undefined>, ids: readonly string[]) =>
    ids.flatMap((id) => rows[id]?.name ?? []).join(", ");
  switch (column) {
    case "status":
      return view.statuses[ticket.statusId]?.name ?? "";
    case "assignees":
      return ticket.assigneesIds
        .flatMap((id) => {
          const member = view.members[id];
          return member ? [memberName(member)] : [];
        })
        .join(", ");
    case "lists":
      return named(view.lists, ticket.lists.map(({ listId }) => listId));
    case "labels":
      return named(view.labels, ticket.labels);
    case "priority":
      return ticket.priority === null ? "" : priorityNames[ticket.priority];
    case "startDate":
      return ticket.startDate ?? "";
    case "dueDate":
      return ticket.dueDate ?? "";
    case "createdAt":
      return ticket.createdAt.slice(0, 10);
  }
}
