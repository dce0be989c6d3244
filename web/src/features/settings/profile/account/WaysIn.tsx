import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { loadLinkedAccounts, loadProviders } from "@/api/hosted";
import { removePassword } from "@/api/passkeys";
import { hostedPaths } from "@/lib/elsewhere";
import { useLocation, useNavigate } from "@/lib/location";
import { formatDate, today } from "@/lib/plainDate";
import { Button } from "@/ui/Button";
import { tell } from "@/ui/Toast";
import type { LinkedAccount, LinkedAccounts, ProviderName } from "@/wire/http.generated";
import { Line } from "../../preferences/Line";
import { useLoaded } from "../../useLoaded";
import { ProofDialog } from "./ProofDialog";
import { SetPassword } from "./SetPassword";
import { SetPasswordByPasskey } from "./SetPasswordByPasskey";
import styles from "./SecondFactor.module.css";

interface Loaded extends LinkedAccounts {
  /** Those that the account is not linked with. */
  unlinked: ProviderName[];
}

async function load(signal?: AbortSignal): Promise<Loaded> {
  const [linked, providers] = await Promise.all([loadLinkedAccounts(signal), loadProviders()]);
  return { ...linked, unlinked: providers.filter(({ id }) => linked.accounts.every(({ provider }) => provider !== id)) };
}

function usedHint({ email, usedAt }: LinkedAccount): string {
  const used = usedAt === null ? t`Not used yet` : t`Last used ${formatDate(today(new Date(usedAt)))}`;
  return email === null ? used : `${email} · ${used}`;
}

interface WaysInProps {
  email: string;
  /** The ways in are read again when this has a new value. */
  changed: number;
  onChangePassword: () => void;
  /** Called after the password was set or removed. */
  onChanged: () => void;
}

/** The password of the account, and the accounts at providers that it is linked with. */
export function WaysIn({ email, changed, onChangePassword, onChanged }: WaysInProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { state, read } = useLoaded(load, changed);
  const [asked, setAsked] = useState<"set" | "remove" | null>(null);
  const relink = (provider: string) => () => navigate(hostedPaths.relink(provider, pathname));
  const loaded = state === "failed" ? null : state;
  const hasPasskeys = loaded !== null && loaded.passkeys > 0;
  const close = () => setAsked(null);
  return (
    <>
      {loaded?.hasPassword === false ? (
        <Line name={t`Password`} hint={t`Not set. Set a password to change your email address, link accounts or delete your account.`}>
          <Button aria-label={t`Set a password`} onClick={() => setAsked("set")}><Trans>Set</Trans></Button>
        </Line>
      ) : (
        <Line name={t`Password`}>
          <span className={styles.buttons}>
            {hasPasskeys && <Button aria-label={t`Remove password`} onClick={() => setAsked("remove")}><Trans>Remove</Trans></Button>}
            <Button aria-label={t`Change password`} onClick={onChangePassword}><Trans>Change</Trans></Button>
          </span>
        </Line>
      )}
      {state === "failed" && (
        <Line name={t`Your linked accounts couldn't be loaded.`}>
          <Button onClick={() => void read()}><Trans>Try again</Trans></Button>
        </Line>
      )}
      {loaded?.accounts.map((account) => (
        <Line key={account.id} name={account.name} hint={usedHint(account)}>
          <span className={styles.buttons}>
            {loaded.hasPassword && account.provider !== null && (
              <Button aria-label={t`Replace ${account.name}`} onClick={relink(account.provider)}><Trans>Replace</Trans></Button>
            )}
            <Button aria-label={t`Unlink ${account.name}`} onClick={() => navigate(hostedPaths.unlink(account.id, pathname))}><Trans>Unlink</Trans></Button>
          </span>
        </Line>
      ))}
      {loaded?.hasPassword &&
        loaded.unlinked.map(({ id, name }) => (
          <Line key={id} name={name} hint={t`Not linked`}>
            <Button aria-label={t`Link ${name}`} onClick={relink(id)}><Trans>Link</Trans></Button>
          </Line>
        ))}
      <SetPassword open={asked === "set" && !hasPasskeys} email={email} onClose={close} onSet={onChanged} />
      <SetPasswordByPasskey open={asked === "set" && hasPasskeys} email={email} onClose={close} onSet={onChanged} />
      <ProofDialog
        open={asked === "remove"}
        danger
        hasPassword
        title={t`Remove your password?`}
        text={t`You'll log in with your passkeys. To remove your last passkey, you'll have to set a password first.`}
        submit={t`Remove`}
        act={async ({ password }) => {
          await removePassword({ password });
          tell({ text: t`Your password was removed` });
          onChanged();
        }}
        onClose={close}
      />
    </>
  );
}
