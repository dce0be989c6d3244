import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { tellFailure } from "@/actions/tellFailure";
import { keepAudit } from "@/api/audit";
import { Button } from "@/ui/Button";
import { Input } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import settings from "../Settings.module.css";
import styles from "./AuditLog.module.css";

interface RetentionProps {
  workspaceId: string;
  days: number;
  mayChange: boolean;
  onSaved: () => void;
}

/** How long records are kept. */
export function Retention({ workspaceId, days, mayChange, onSaved }: RetentionProps) {
  const [typed, setTyped] = useState(String(days));
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await keepAudit(workspaceId, Number(typed));
      tell({ text: t`Retention saved` });
      onSaved();
    } catch (thrown) {
      tellFailure(thrown, save);
    }
    setBusy(false);
  };
  return (
    <>
      <h3 className={settings.sub}>
        <Trans>Retention</Trans>
      </h3>
      <p className={settings.hint}>
        <Trans>Records are deleted when they are older than this. Choose 30 to 3,650 days.</Trans>
      </p>
      {mayChange ? (
        <form
          className={styles.retention}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Input type="number" min={30} max={3650} step={1} required aria-label={t`Days to keep records`} value={typed} onChange={({ target }) => setTyped(target.value)} />
          <span><Trans>days</Trans></span>
          <Button type="submit" disabled={busy || typed === String(days)}><Trans>Save</Trans></Button>
        </form>
      ) : (
        <p>
          <Trans>{days} days</Trans>
        </p>
      )}
    </>
  );
}
