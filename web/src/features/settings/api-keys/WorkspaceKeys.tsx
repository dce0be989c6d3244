import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { tellFailure } from "@/actions/tellFailure";
import { makeWorkspaceKey, revokeWorkspaceKey } from "@/api/workspaceKeys";
import { cx } from "@/lib/cx";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { tell } from "@/ui/Toast";
import type { Capability } from "@/wire/generated";
import type { MadeWorkspaceKey, WorkspaceKey } from "@/wire/http.generated";
import settings from "../Settings.module.css";
import styles from "./ApiKeys.module.css";
import { KeyLine } from "./KeyLine";
import { KeyTable } from "./KeyTable";
import { NewKeyDialog } from "./NewKeyDialog";
import { ShownKey } from "./ShownKey";
import { useWorkspaceKeys } from "./useWorkspaceKeys";

/** The API keys of the workspace: programs use them to act for the workspace, not for a person. */
export function WorkspaceKeys({ workspaceId }: { workspaceId: string }) {
  const members = useTroupe((state) => state.members);
  const { loaded, read } = useWorkspaceKeys(workspaceId);
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<MadeWorkspaceKey | null>(null);
  const [revoking, setRevoking] = useState<WorkspaceKey | null>(null);
  const [busy, setBusy] = useState(false);
  const known = loaded === "failed" ? null : loaded;
  const mine = useMemo(() => new Set<Capability>(known?.mayGive), [known]);
  const madeBy = ({ createdBy }: WorkspaceKey) => {
    const maker = members[createdBy];
    if (maker === undefined) return undefined;
    const person = memberName(maker);
    return t`Created by ${person}`;
  };
  const revoke = async (key: WorkspaceKey) => {
    const { id, name } = key;
    setRevoking(null);
    setBusy(true);
    try {
      await revokeWorkspaceKey(workspaceId, id);
      tell({ text: t`Revoked “${name}”` });
    } catch (thrown) {
      tellFailure(thrown, () => revoke(key));
    }
    await read();
    setBusy(false);
  };
  const name = revoking?.name ?? "";
  return (
    <section className={settings.section} aria-label={t`Workspace API keys`}>
      <header className={cx(settings.head, styles.second)}>
        <div>
          <h3>{t`Workspace API keys`}</h3>
          <p>
            <Trans>A workspace key acts for the workspace, not for a person. It can see only open lists, and its changes appear under its own name.</Trans>
          </p>
        </div>
        <Button icon={Plus} disabled={known === null} onClick={() => setAsking(true)}>
          <Trans>New workspace key</Trans>
        </Button>
      </header>
      {loaded === "failed" && (
        <p className={settings.failed}>
          <Trans>The workspace API keys couldn't be loaded.</Trans>
          <Button onClick={() => void read()}><Trans>Try again</Trans></Button>
        </p>
      )}
      {known?.keys.length === 0 && <p className={settings.empty}><Trans>This workspace has no API keys of its own.</Trans></p>}
      {known !== null && known.keys.length > 0 && (
        <KeyTable label={t`Workspace API keys`}>
          {known.keys.map((key) => (
            <KeyLine key={key.id} of={key} whose="workspace" mine={mine} from={madeBy(key)} busy={busy} onRevoke={() => setRevoking(key)} />
          ))}
        </KeyTable>
      )}
      {asking && known !== null && (
        <NewKeyDialog
          open
          whose="workspace"
          mine={mine}
          onClose={() => setAsking(false)}
          onMake={async (wanted) => {
            setMade(await makeWorkspaceKey(workspaceId, wanted));
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
