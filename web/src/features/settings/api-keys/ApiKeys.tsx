import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { may } from "@/actions/rights";
import { revokeApiKey } from "@/api/apiKeys";
import { messageOf } from "@/api/error";
import { capabilities as known } from "@/sync/capabilityWords";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { tell, tellRefusal } from "@/ui/Toast";
import type { ApiKey, MadeApiKey } from "@/wire/http.generated";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import styles from "./ApiKeys.module.css";
import { KeyLine } from "./KeyLine";
import { NewKeyDialog } from "./NewKeyDialog";
import { ShownKey } from "./ShownKey";
import { useApiKeys } from "./useApiKeys";

/** The keys with which programs act for the person in this workspace. */
export function ApiKeys() {
  const workspaceId = useTroupe(({ workspace }) => workspace?.id);
  return workspaceId === undefined ? null : <KeysOfWorkspace key={workspaceId} workspaceId={workspaceId} />;
}

function KeysOfWorkspace({ workspaceId }: { workspaceId: string }) {
  const rights = useTroupe(({ capabilities }) => capabilities);
  const mine = useMemo(() => new Set(known.filter((each) => may(rights, each))), [rights]);
  const { keys, read } = useApiKeys(workspaceId);
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<MadeApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const [busy, setBusy] = useState(false);
  const list = Array.isArray(keys) ? keys : [];
  const revoke = async ({ id, name }: ApiKey) => {
    setRevoking(null);
    setBusy(true);
    try {
      await revokeApiKey(workspaceId, id);
      tell({ text: t`Revoked “${name}”` });
    } catch (thrown) {
      tellRefusal(messageOf(thrown));
    }
    await read();
    setBusy(false);
  };
  const name = revoking?.name ?? "";
  return (
    <section className={settings.section} aria-label={t`API keys`}>
      <Head
        title={t`API keys`}
        text={
          <Trans>
            With a key, a program acts as you in this workspace. A key can do what you can do, and nothing more.{" "}
            <a href="/api/openapi.json" target="_blank" rel="noreferrer">API reference</a>
          </Trans>
        }
        action={
          <Button variant="primary" icon={Plus} onClick={() => setAsking(true)}>
            <Trans>New key</Trans>
          </Button>
        }
      />
      {keys === "failed" && (
        <p className={settings.failed}>
          <Trans>Your API keys couldn't be loaded.</Trans>
          <Button onClick={() => void read()}><Trans>Try again</Trans></Button>
        </p>
      )}
      {Array.isArray(keys) && list.length === 0 && <p className={settings.empty}><Trans>You have no API keys in this workspace.</Trans></p>}
      {list.length > 0 && (
        <table className={styles.table} aria-label={t`API keys`}>
          <thead>
            <tr>
              <th scope="col" className={styles.about}><Trans>Name</Trans></th>
              <th scope="col" className={styles.access}><Trans>What it may do</Trans></th>
              <th scope="col" className={styles.expiry}><Trans>Expires</Trans></th>
              <th scope="col" className={styles.used}><Trans>Last used</Trans></th>
              <th scope="col" className={styles.act}>
                <span className={settings.hidden}>{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.map((key) => (
              <KeyLine key={key.id} of={key} mine={mine} busy={busy} onRevoke={() => setRevoking(key)} />
            ))}
          </tbody>
        </table>
      )}
      {asking && (
        <NewKeyDialog
          open
          workspaceId={workspaceId}
          mine={mine}
          onClose={() => setAsking(false)}
          onMade={(shown) => {
            setAsking(false);
            setMade(shown);
            void read();
          }}
        />
      )}
      <ShownKey made={made} onClose={() => setMade(null)} />
      <ConfirmDialog
        open={revoking !== null}
        danger
        title={t`Revoke “${name}”?`}
        text={t`Programs that use this key stop working at once. This can't be undone.`}
        confirm={t`Revoke key`}
        onConfirm={() => revoking && void revoke(revoking)}
        onCancel={() => setRevoking(null)}
      />
    </section>
  );
}
