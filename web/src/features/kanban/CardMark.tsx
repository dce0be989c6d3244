import { CloudOff, LoaderCircle, TriangleAlert } from "lucide-react";
import { refusalsOf } from "@/actions/marks";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import styles from "./Card.module.css";

const quietMs = 400;

/** A change of this card waits for its answer, or was refused. */
export function CardMark({ ticketId }: { ticketId: string }) {
  const since = useTroupe((state) => state.pending[ticketId]?.since ?? null);
  const refusal = useTroupe((state) => refusalsOf(state, ticketId).at(-1)?.error.message ?? null);
  const offline = useTroupe((state) => state.connection !== "live");
  if (refusal !== null)
    return (
      <span className={styles.refused} title={`Not saved: ${refusal}`}>
        <Icon of={TriangleAlert} size={12} name={`Not saved: ${refusal}`} />
      </span>
    );
  if (since === null) return null;
  return (
    <span className={styles.pending} style={{ animationDelay: `${Math.max(0, quietMs - (Date.now() - since))}ms` }}>
      <Icon of={offline ? CloudOff : LoaderCircle} size={12} name={offline ? "Not sent yet" : "Saving"} />
    </span>
  );
}
