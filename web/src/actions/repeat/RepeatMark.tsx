import { t } from "@lingui/core/macro";
import { Repeat } from "lucide-react";
import { recurrenceOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";

/** Shown beside a task that repeats. */
export function RepeatMark({ ticketId, className }: { ticketId: string; className?: string | undefined }) {
  const repeats = useTroupe((state) => recurrenceOf(state, ticketId) !== undefined);
  if (!repeats) return null;
  return (
    <span className={className} title={t`Repeats`}>
      <Icon of={Repeat} size={12} name={t`Repeats`} />
    </span>
  );
}
