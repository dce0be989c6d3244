import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Copy, Plus } from "lucide-react";
import { useState } from "react";
import { copy } from "@/actions/copy";
import { tellFailure } from "@/actions/tellFailure";
import { removeApp } from "@/api/apps";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { tell } from "@/ui/Toast";
import type { RegisteredApp } from "@/wire/http.generated";
import { say } from "@/words/i18n";
import { shown } from "../api-keys/presets";
import { Head } from "../Head";
import { capabilityNames } from "../roles/capabilityNames";
import settings from "../Settings.module.css";
import styles from "./Apps.module.css";
import { NewAppDialog } from "./NewAppDialog";
import { useApps } from "./useApps";

/** The apps that may ask the people of this workspace for access. */
export function Apps() {
  const workspaceId = useTroupe(({ workspace }) => workspace?.id);
  return workspaceId === undefined ? null : <AppsOfWorkspace key={workspaceId} workspaceId={workspaceId} />;
}

function AppsOfWorkspace({ workspaceId }: { workspaceId: string }) {
  const { apps, read } = useApps(workspaceId);
  const [asking, setAsking] = useState(false);
  const [removing, setRemoving] = useState<RegisteredApp | null>(null);
  const [busy, setBusy] = useState(false);
  const remove = async (app: RegisteredApp) => {
    const { id, name } = app;
    setRemoving(null);
    setBusy(true);
    try {
      await removeApp(workspaceId, id);
      tell({ text: t`Removed “${name}”` });
    } catch (thrown) {
      tellFailure(thrown, () => remove(app));
    }
    await read();
    setBusy(false);
  };
  const name = removing?.name ?? "";
  return (
    <section className={settings.section} aria-label={t`Apps`}>
      <Head
        title={t`Apps`}
        text={t`Apps can ask people for access to this workspace. An app acts as the person who allows access, with an API key that this person can revoke.`}
        action={
          <Button variant="primary" icon={Plus} onClick={() => setAsking(true)}>
            <Trans>New app</Trans>
          </Button>
        }
      />
      {apps === "failed" && (
        <p className={settings.failed}>
          <Trans>The apps couldn't be loaded.</Trans>
          <Button onClick={() => void read()}><Trans>Try again</Trans></Button>
        </p>
      )}
      {Array.isArray(apps) && apps.length === 0 && <p className={settings.empty}><Trans>This workspace has no apps.</Trans></p>}
      {Array.isArray(apps) && apps.length > 0 && (
        <ul className={styles.apps} aria-label={t`Apps`}>
          {apps.map((app) => (
            <AppLine key={app.id} of={app} busy={busy} onRemove={() => setRemoving(app)} />
          ))}
        </ul>
      )}
      {asking && (
        <NewAppDialog
          workspaceId={workspaceId}
          onClose={() => setAsking(false)}
          onRegistered={(app) => {
            setAsking(false);
            tell({ text: t`Added “${app.name}”` });
            void read();
          }}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        danger
        title={t`Remove “${name}”?`}
        text={t`The app immediately loses all access that people gave it. This can't be undone.`}
        confirm={t`Remove app`}
        onConfirm={() => removing && void remove(removing)}
        onCancel={() => setRemoving(null)}
      />
    </section>
  );
}

interface AppLineProps {
  of: RegisteredApp;
  busy: boolean;
  onRemove: () => void;
}

function AppLine({ of: app, busy, onRemove }: AppLineProps) {
  const { id, name, redirects, capabilities, deviceCodes } = app;
  // A newer node may name capabilities that this page does not know.
  const rights = shown(capabilities).map((each) => say(capabilityNames[each]));
  return (
    <li className={styles.app} aria-label={name}>
      <span className={styles.name} dir="auto">{name}</span>
      <dl className={styles.facts}>
        <dt><Trans>Client ID</Trans></dt>
        <dd><code>{id}</code></dd>
        {redirects.length > 0 && (
          <>
            <dt><Trans>Redirect URLs</Trans></dt>
            <dd>{redirects.join(", ")}</dd>
          </>
        )}
        {deviceCodes && (
          <>
            <dt><Trans>Device codes</Trans></dt>
            <dd><Trans>Allowed</Trans></dd>
          </>
        )}
        <dt><Trans>Can ask for</Trans></dt>
        <dd>{[t`Read`, ...rights].join("; ")}</dd>
      </dl>
      <span className={styles.buttons}>
        <Button size="sm" variant="ghost" icon={Copy} aria-label={t`Copy the client ID of ${name}`} onClick={() => copy([id], t`Copied the client ID`)}><Trans>Copy ID</Trans></Button>
        <Button size="sm" variant="ghost" disabled={busy} aria-label={t`Remove ${name}`} onClick={onRemove}><Trans>Remove</Trans></Button>
      </span>
    </li>
  );
}
