import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { answerDevice } from "@/api/deviceCodes";
import { messageOf } from "@/api/error";
import { useSession } from "@/api/session";
import { AuthForm, AuthLayout } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import type { DeviceQuestion as Asked } from "@/wire/http.generated";
import page from "./AuthorizationScreen.module.css";
import styles from "./DeviceScreen.module.css";
import { Rights } from "./Rights";
import { useSeen } from "./useSeen";

interface DeviceQuestionProps {
  device: Asked;
  onAnswered: (allowed: boolean) => void;
}

/** Asks the person whether the program that shows the code may act for them. */
export function DeviceQuestion({ device, onAnswered }: DeviceQuestionProps) {
  const { userCode, askedFrom, sameNetwork, question } = device;
  const { name, workspaceName, capabilities } = question;
  const email = useSession((session) => (session.status === "signedIn" ? session.user.email : ""));
  const [busy, setBusy] = useState<"allow" | "deny" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const ready = useSeen();
  const check = useRef<HTMLDivElement>(null);
  // Focus the code instead of the button, so that a second Enter after the code does not allow access.
  useEffect(() => check.current?.focus(), []);
  const answer = async (allow: boolean) => {
    setBusy(allow ? "allow" : "deny");
    setFailure(null);
    try {
      await answerDevice({ userCode, ...(allow && { allowed: capabilities }) });
      onAnswered(allow);
    } catch (thrown) {
      setFailure(messageOf(thrown));
      setBusy(null);
    }
  };
  return (
    <AuthLayout
      title={t`Allow access to ${workspaceName}?`}
      lead={
        <Trans>
          <b className={page.name}>{name}</b> wants to access <b className={page.name}>{workspaceName}</b> as{" "}
          <b className={page.name}>{email}</b>.
        </Trans>
      }
    >
      <AuthForm failure={failure} submit={t`Allow`} ready={ready} busy={busy === "allow" ? t`Allowing…` : null} onSubmit={() => void answer(true)}>
        <div ref={check} className={styles.check} role="group" aria-label={t`Code`} tabIndex={-1}>
          <span className={styles.code}>{userCode}</span>
          <Trans>Check that your device shows this code. If it shows a different code, or if someone sent you this one, deny access.</Trans>
        </div>
        {!sameNetwork && askedFrom !== null && (
          <p className={styles.far}>
            <Icon of={TriangleAlert} size={14} />
            <Trans>This request came from a different network than yours ({askedFrom}).</Trans>
          </p>
        )}
        <p className={styles.could}><Trans>The app will be able to:</Trans></p>
        <Rights of={capabilities} />
        <p className={page.after}>
          <Trans>Access ends after 90 days, or when you revoke the app's key in Settings → API keys.</Trans>
        </p>
      </AuthForm>
      <Button size="form" className={page.wide} disabled={busy !== null} onClick={() => void answer(false)}>
        {busy === "deny" ? t`Denying…` : t`Deny`}
      </Button>
    </AuthLayout>
  );
}
