import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Copy, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { Button } from "@/ui/Button";
import { tell, tellRefusal } from "@/ui/Toast";
import styles from "./Notices.module.css";

interface KeptEditProps {
  what: string;
  /** RFC 3339. */
  at: string | null;
  reason?: string | undefined;
  /** The whole text that the person wrote. */
  text: string | null;
  /** Actions besides copying and discarding. */
  actions?: ReactNode;
  onDiscard: () => void;
}

/** An edit that the server does not have: its content, the reason, and the possible actions. */
export function KeptEdit({ what, at, reason, text, actions, onDiscard }: KeptEditProps) {
  const copy = () => {
    navigator.clipboard?.writeText(text ?? what).then(
      () => tell({ text: t`Copied` }),
      () => tellRefusal(t`Your browser blocked copying.`),
    );
  };
  return (
    <li className={styles.edit} aria-label={what}>
      <p className={styles.head}>
        <b>{what}</b>
        {at !== null && (
          <time dateTime={at} title={formatInstantLong(at)}>
            {formatInstant(at)}
          </time>
        )}
      </p>
      {reason !== undefined && <p className={styles.reason}>{reason}</p>}
      {text !== null && <pre className={styles.text} dir="auto">{text}</pre>}
      <div className={styles.actions}>
        {actions}
        {text !== null && (
          <Button size="sm" icon={Copy} onClick={copy}>
            <Trans>Copy text</Trans>
          </Button>
        )}
        <Button size="sm" variant="ghost" icon={Trash2} onClick={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
      </div>
    </li>
  );
}
