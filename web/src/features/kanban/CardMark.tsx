import { CloudOff, LoaderCircle, TriangleAlert } from "lucide-react";
import { refusalsOf } from "@/actions/marks";
import { useQuiet } from "@/lib/useQuiet";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import styles from "./Card.module.css";

/** A change of this card waits for its answer, or was refused. */
export function CardMark({ ticketId }: { ticketId: string }) {
  const since = useTroupe((state) => state.pending[ticketId]?.since ?? null);
  const refusal = useTroupe((state) => refusalsOf(state, ticketId).at(-1)?.error.message ?? null);
  if (refusal !== null)
    return (
      <span className={styles.refused} title={`Not saved: ${refusal}`}>
        <Icon of={TriangleAlert} size={12} name={`Not saved: ${refusal}`} />
      </span>
    );
  return since === null ? null : <Pending since={since} />;
}

function Pending({ since }: { since: number }) {
  const offline = useTroupe((state) => state.connection !== "live");
  return (
    <span className={styles.pending} style={useQuiet(since)}>
      <Icon of={offline ? CloudOff : LoaderCircle} size={12} name={offline ? "Not sent yet" : "Saving"} />
    </span>
  );
}
