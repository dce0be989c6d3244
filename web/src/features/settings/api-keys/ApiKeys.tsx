import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { may } from "@/actions/rights";
import { useMay } from "@/actions/useMay";
import { tellFailure } from "@/actions/tellFailure";
import { makeApiKey, revokeApiKey } from "@/api/apiKeys";
import { capabilities as known } from "@/sync/capabilityWords";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { tell } from "@/ui/Toast";
import type { ApiKey, MadeApiKey } from "@/wire/http.generated";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import { KeyLine } from "./KeyLine";
import { KeyTable } from "./KeyTable";
import { NewKeyDialog } from "./NewKeyDialog";
import { ShownKey } from "./ShownKey";
import { useApiKeys } from "./useApiKeys";
import { WorkspaceKeys } from "./WorkspaceKeys";

/** The person's own API keys in this workspace and, if the person may manage them, the keys of the workspace itself. */
export function ApiKeys() {
  const workspaceId = useTroupe(({ workspace }) => workspace?.id);
  const manages = useMay("manageApiKeys");
  if (workspaceId === undefined) return null;
  return (
    <>
      <OwnKeys key={workspaceId} workspaceId={workspaceId} />
      {manages && <WorkspaceKeys key={`${workspaceId} workspace`} workspaceId={workspaceId} />}
    </>
  );
}

function OwnKeys({ workspaceId }: { workspaceId: string }) {
  const rights = useTroupe(({ capabilities }) => capabilities);
  const mine = useMemo(() => new Set(known.filter((each) => may(rights, each))), [rights]);
  const { keys, read } = useApiKeys(workspaceId);
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<MadeApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const [busy, setBusy] = useState(false);
  const list = Array.isArray(keys) ? keys : [];
  const revoke = async (key: ApiKey) => {
    const { id, name } = key;
    setRevoking(null);
    setBusy(true);
    try {
      await revokeApiKey(workspaceId, id);
      tell({ text: t`Revoked “${name}”` });
    } catch (thrown) {
      tellFailure(thrown, () => revoke(key));
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
        <KeyTable label={t`API keys`}>
          {list.map((key) => (
            // A node of the previous version does not send `appId`.
            <KeyLine key={key.id} of={key} whose="person" mine={mine} from={(key.appId ?? null) === null ? undefined : t`App`} busy={busy} onRevoke={() => setRevoking(key)} />
          ))}
        </KeyTable>
      )}
      {asking && (
        <NewKeyDialog
          open
          whose="person"
          mine={mine}
          onClose={() => setAsking(false)}
          onMake={async (wanted) => {
            setMade(await makeApiKey(workspaceId, wanted));
            setAsking(false);
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
