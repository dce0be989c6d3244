import { t } from "@lingui/core/macro";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";

/** Marks a subtask with the key of its parent: "↳ TLS-4". Draw it only for a ticket with a parent. */
export function SubtaskMark({ parentId, className }: { parentId: string; className?: string | undefined }) {
  const title = useTroupe((state) => state.tickets[parentId]?.title);
  const key = useTroupe((state) => {
    const parent = state.tickets[parentId];
    return parent ? ticketKey(state, parent) : null;
  });
  return (
    <span className={className} role="img" aria-label={key === null ? t`Subtask` : t`Subtask of ${key}`} title={title}>
      ↳{key !== null && ` ${key}`}
    </span>
  );
}
