import { Copy, RefreshCw, Trash2 } from "lucide-react";
import { explain } from "@/actions/refusals";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { dismissRefusal, retryRefusal, useTroupe } from "@/sync/store";
import type { RefusedCommand } from "@/sync/types";
import { Button } from "@/ui/Button";
import { tell, tellRefusal } from "@/ui/Toast";
import { describe } from "./describe";
import styles from "./Notices.module.css";

/** One edit that was refused: what it was, why, and what can become of it. */
export function RefusedEdit({ refusal }: { refusal: RefusedCommand }) {
  const tickets = useTroupe((state) => state.tickets);
  const workspace = useTroupe((state) => state.workspace);
  const lists = useTroupe((state) => state.lists);
  const labels = useTroupe((state) => state.labels);
  const statuses = useTroupe((state) => state.statuses);
  const members = useTroupe((state) => state.members);
  const me = useTroupe((state) => state.me);
  const { what, text } = describe({ tickets, workspace, lists, labels, statuses, members, me }, refusal.command);
  const copy = () => {
    navigator.clipboard?.writeText(text ?? what).then(
      () => tell({ text: "Copied" }),
      () => tellRefusal("The browser does not let Troupe copy."),
    );
  };
  return (
    <li className={styles.edit} aria-label={what}>
      <p className={styles.head}>
        <b>{what}</b>
        <time dateTime={refusal.at} title={formatInstantLong(refusal.at)}>
          {formatInstant(refusal.at)}
        </time>
      </p>
      <p className={styles.reason}>{explain({ tickets, workspace }, refusal.error)}</p>
      {text !== null && <pre className={styles.text}>{text}</pre>}
      <div className={styles.actions}>
        <Button size="sm" icon={RefreshCw} onClick={() => retryRefusal(refusal.id)}>
          Try again
        </Button>
        {text !== null && (
          <Button size="sm" icon={Copy} onClick={copy}>
            Copy text
          </Button>
        )}
        <Button size="sm" variant="ghost" icon={Trash2} onClick={() => dismissRefusal(refusal.id)}>
          Discard
        </Button>
      </div>
    </li>
  );
}
