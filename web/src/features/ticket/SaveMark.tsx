import { t } from "@lingui/core/macro";
import { TriangleAlert } from "lucide-react";
import { isAbout, refusalsOf } from "@/actions/marks";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { WaitingIcon } from "@/ui/WaitingIcon";
import styles from "./Ticket.module.css";

/** A mark beside a value whose change has no answer yet, or was refused. */
export function SaveMark({ ticketId, field }: { ticketId: string; field: string }) {
  const since = useTroupe(({ pending }) => {
    const mark = pending[ticketId];
    return mark?.fields.includes(field) ? mark.since : null;
  });
  const refused = useTroupe(
    (state) => refusalsOf(state, ticketId).findLast((each) => isAbout(each, ticketId, field))?.error.message,
  );
  const offline = useTroupe((state) => state.connection !== "live");
  if (refused !== undefined)
    return (
      <span className={styles.refused} title={t`Not saved: ${refused}`}>
        <Icon of={TriangleAlert} size={12} name={t`Not saved: ${refused}`} />
      </span>
    );
  if (since === null) return null;
  return <WaitingIcon key={since} since={since} offline={offline} />;
}
