import { t } from "@lingui/core/macro";
import { TriangleAlert } from "lucide-react";
import { refusalsOf } from "@/actions/marks";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { WaitingIcon } from "@/ui/WaitingIcon";
import styles from "./Card.module.css";

/** Shown on a card while a change of it has no answer, or was refused. */
export function CardMark({ ticketId }: { ticketId: string }) {
  const since = useTroupe((state) => state.pending[ticketId]?.since ?? null);
  const refusal = useTroupe((state) => refusalsOf(state, ticketId).at(-1)?.error.message ?? null);
  if (refusal !== null)
    return (
      <span className={styles.refused} title={t`Not saved: ${refusal}`}>
        <Icon of={TriangleAlert} size={12} name={t`Not saved: ${refusal}`} />
      </span>
    );
  return since === null ? null : <Waiting since={since} />;
}

function Waiting({ since }: { since: number }) {
  return <WaitingIcon since={since} offline={useTroupe((state) => state.connection !== "live")} />;
}
