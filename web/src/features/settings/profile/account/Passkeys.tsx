import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { addPasskey, canUsePasskeys, loadPasskeys, removePasskey } from "@/api/passkeys";
import { loadSecondFactor } from "@/api/secondFactor";
import { formatDate, today } from "@/lib/plainDate";
import { Button } from "@/ui/Button";
import { IconButton } from "@/ui/IconButton";
import { tell } from "@/ui/Toast";
import type { Passkey, PasskeyList } from "@/wire/http.generated";
import { Line } from "../../preferences/Line";
import { useLoaded } from "../../useLoaded";
import styles from "./Account.module.css";
import { ProofDialog } from "./ProofDialog";
import { RenamePasskey } from "./RenamePasskey";
import { SetPassword } from "./SetPassword";

interface Loaded extends PasskeyList {
  /** Whether adding a passkey needs a code. */
  needsCode: boolean;
}

async function load(signal?: AbortSignal): Promise<Loaded> {
  const [list, { since }] = await Promise.all([loadPasskeys(signal), loadSecondFactor(signal)]);
  return { ...list, needsCode: since !== null };
}

const day = (instant: string) => formatDate(today(new Date(instant)));

function usedHint({ createdAt, usedAt }: Passkey): string {
  const added = t`Added ${day(createdAt)}`;
  return usedAt === null ? `${added} · ${t`Not used yet`}` : `${added} · ${t`Last used ${day(usedAt)}`}`;
}

/** What a dialog is open for. */
type Asked = "add" | "password" | { rename: Passkey } | { remove: Passkey } | null;

interface PasskeysProps {
  email: string;
  changed: number;
  onChanged: () => void;
}

/** The passkeys of the account, read again when `changed` has a new value. Shows nothing if there is none and none can be added. */
export function Passkeys({ email, changed, onChanged }: PasskeysProps) {
  const { state, setState, read } = useLoaded(load, changed);
  const [asked, setAsked] = useState<Asked>(null);

  const usable = canUsePasskeys();
  const loaded = state === "failed" ? null : state;
  if (!usable && !loaded?.passkeys.length) return null;
  const close = () => setAsked(null);
  const { rename: renamed = null, remove: removed = null } = typeof asked === "object" ? { rename: null, remove: null, ...asked } : {};
  // An account that was made at a provider has nothing yet that proves who the person is.
  const needsPassword = loaded !== null && !loaded.hasPassword && loaded.passkeys.length === 0;
  return (
    <section className={styles.second} aria-label={t`Passkeys`}>
      <h3 className={styles.title}>
        <span>
          <Trans>Passkeys</Trans>
          {loaded !== null && loaded.passkeys.length > 0 && <small>{loaded.passkeys.length}</small>}
        </span>
        {usable && loaded !== null && (
          <Button variant="ghost" size="sm" icon={Plus} onClick={() => setAsked(needsPassword ? "password" : "add")}><Trans>Add passkey</Trans></Button>
        )}
      </h3>
      {state === "failed" && (
        <Line name={t`Your passkeys couldn't be loaded.`}>
          <Button onClick={() => void read()}><Trans>Try again</Trans></Button>
        </Line>
      )}
      {loaded?.passkeys.length === 0 && (
        <p className={styles.none}><Trans>With a passkey, you log in with your fingerprint, your face or the PIN of your device. You don't need a password or a code.</Trans></p>
      )}
      {loaded?.passkeys.map((passkey) => (
        <Line key={passkey.id} name={passkey.name} hint={usedHint(passkey)}>
          <span className={styles.actions}>
            <IconButton icon={Pencil} name={t`Rename ${passkey.name}`} onClick={() => setAsked({ rename: passkey })} />
            <IconButton icon={Trash2} name={t`Remove ${passkey.name}`} onClick={() => setAsked({ remove: passkey })} />
          </span>
        </Line>
      ))}
      <ProofDialog
        open={asked === "add"}
        hasPassword={loaded?.hasPassword ?? true}
        needsCode={loaded?.needsCode ?? false}
        title={t`Add a passkey`}
        text={t`Your browser will ask where to save the passkey. You can then log in with it.`}
        submit={t`Continue`}
        act={async ({ password, code }) => {
          const { name } = await addPasskey({ password, ...(code !== "" && { code }) });
          tell({ text: t`${name} was added` });
          onChanged();
        }}
        onClose={close}
      />
      <ProofDialog
        open={removed !== null}
        danger
        hasPassword={loaded?.hasPassword ?? true}
        title={t`Remove ${removed?.name ?? ""}?`}
        text={t`You'll no longer be able to log in with this passkey. Delete it from your device as well.`}
        submit={t`Remove`}
        act={async ({ password }) => {
          if (removed === null) return;
          await removePasskey({ id: removed.id, password });
          tell({ text: t`${removed.name} was removed` });
          onChanged();
        }}
        onClose={close}
      />
      <SetPassword
        open={asked === "password"}
        email={email}
        onClose={close}
        onSet={() => {
          if (loaded !== null) setState({ ...loaded, hasPassword: true });
          onChanged();
          setAsked("add");
        }}
      />
      {renamed !== null && <RenamePasskey passkey={renamed} onClose={close} onRenamed={() => void read()} />}
    </section>
  );
}
