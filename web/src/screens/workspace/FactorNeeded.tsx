import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { tellFailure } from "@/actions/tellFailure";
import { loadLinkedAccounts } from "@/api/hosted";
import { loadMe } from "@/api/session";
import { useLogOut } from "@/features/log-out/useLogOut";
import { LeftBehind } from "@/features/notices/LeftBehind";
import { RecoveryCodes } from "@/features/settings/profile/account/RecoveryCodes";
import { SetPassword } from "@/features/settings/profile/account/SetPassword";
import { SetPasswordByPasskey } from "@/features/settings/profile/account/SetPasswordByPasskey";
import { TurnOnFactor } from "@/features/settings/profile/account/TurnOnFactor";
import { useNavigate } from "@/lib/location";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import type { User, WaitingWorkspace } from "@/wire/http.generated";
import styles from "./FactorNeeded.module.css";

interface FactorNeededProps {
  workspace: WaitingWorkspace;
  user: User;
  /** Whether the person has a workspace to go to meanwhile. */
  hasOthers: boolean;
}

/** Shown in place of a workspace that requires a second factor, to a member whose account has none. Leads to setting it up. */
export function FactorNeeded({ workspace: { name }, user, hasOthers }: FactorNeededProps) {
  const navigate = useNavigate();
  const { logOut, question } = useLogOut(user.id);
  const [open, setOpen] = useState<"password" | "passwordByPasskey" | "factor" | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  // Reads the session again. By now, an owner may have ended the rule, or the account may have a second factor.
  const look = () => loadMe().then(() => undefined, () => undefined);
  useEffect(() => {
    const again = () => void look();
    window.addEventListener("focus", again);
    return () => window.removeEventListener("focus", again);
  }, []);
  const begin = async () => {
    try {
      // An account without a password needs one first. Setting it with a mailed code would remove the passkeys.
      const { hasPassword, passkeys } = await loadLinkedAccounts();
      if (hasPassword) setOpen("factor");
      else setOpen(passkeys > 0 ? "passwordByPasskey" : "password");
    } catch (thrown) {
      tellFailure(thrown, begin);
    }
  };
  return (
    <main className={styles.page}>
      <LeftBehind />
      <EmptyState
        alone
        title={t`${name} requires two-factor authentication`}
        actions={
          <>
            <Button variant="primary" onClick={() => void begin()}><Trans>Set it up</Trans></Button>
            {hasOthers ? (
              <Button onClick={() => navigate("/")}><Trans>Go to your workspaces</Trans></Button>
            ) : (
              <Button onClick={() => void logOut()}><Trans>Log out</Trans></Button>
            )}
          </>
        }
      >
        <Trans>To open this workspace, turn on two-factor authentication for your account. You keep your role and your tasks.</Trans>
      </EmptyState>
      <SetPassword open={open === "password"} email={user.email} onClose={() => setOpen(null)} onSet={() => setOpen("factor")} />
      <SetPasswordByPasskey open={open === "passwordByPasskey"} email={user.email} onClose={() => setOpen(null)} onSet={() => setOpen("factor")} />
      <TurnOnFactor open={open === "factor"} onClose={() => setOpen(null)} onOutdated={() => void look()} onCodes={setCodes} />
      <RecoveryCodes
        codes={codes}
        onClose={() => {
          setCodes(null);
          void look();
        }}
      />
      {question}
    </main>
  );
}
