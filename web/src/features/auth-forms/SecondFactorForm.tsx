import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { authMessages, inWords } from "@/api/authMessages";
import { ApiError, messageOf } from "@/api/error";
import { problemsOf } from "@/api/formProblems";
import { answerChallenge } from "@/api/secondFactor";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { CodeField, withoutSpaces } from "@/ui/CodeField";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import styles from "./SecondFactorForm.module.css";

interface SecondFactorFormProps {
  /** The sign-in that waits for its code. */
  challengeId: string;
  onEntered: () => void;
  /** Called before the code is sent. */
  onSend?: () => void;
  /** Called if the node refuses the code. */
  onRefused?: () => void;
  /** Called if the password must be replaced before the session begins. */
  onNewPassword?: () => void;
  /** Called if the sign-in has expired or has had too many codes, or if the person leaves it. */
  onEnded: () => void;
}

/** Whether a text has the form of a code: six digits for the app; for a recovery code, sixteen letters and digits, with or without hyphens. */
const isResponse = (text: string, recovery: boolean) => (recovery ? /^([a-z0-9]-?){16}$/i : /^\d{6}$/).test(withoutSpaces(text));

/** Asks for a code of the authenticator app, or for a recovery code. */
export function SecondFactorForm({ challengeId, onEntered, onSend, onRefused, onNewPassword, onEnded }: SecondFactorFormProps) {
  const [recovery, setRecovery] = useState(false);
  const [remember, setRemember] = useState(false);
  const choice = useId();
  const { values, problems, busy, set, submit } = useForm({
    initial: { code: "" },
    check: ({ code }) => {
      if (withoutSpaces(code) === "") return { code: authMessages.empty_response() };
      return isResponse(code, recovery) ? {} : { code: authMessages.invalid_response() };
    },
    explain: (thrown) => problemsOf(inWords(thrown, "secondFactor"), ["code"]),
  });
  const send = () =>
    submit(async ({ code }) => {
      onSend?.();
      try {
        // Nodes of the previous version refuse a body with `remember`. After a recovery code, no device is remembered.
        const needed = await answerChallenge({ challengeId, code: withoutSpaces(code), ...(remember && !recovery && { remember }) });
        if (needed !== null) return (onNewPassword ?? onEnded)();
      } catch (thrown) {
        onRefused?.();
        if (!(thrown instanceof ApiError) || thrown.code !== "gone") throw thrown;
        tell({ text: messageOf(inWords(thrown, "secondFactor")) });
        return onEnded();
      }
      onEntered();
    });
  return (
    <AuthLayout
      title={recovery ? t`Enter a recovery code` : t`Enter your code`}
      lead={recovery ? t`Each of your recovery codes works once.` : t`Your authenticator app shows a six-digit code.`}
    >
      <AuthForm key={String(recovery)} failure={problems.form ?? null} submit={t`Log in`} busy={busy ? t`Logging in…` : null} onSubmit={() => void send()}>
        {recovery ? (
          <TextField
            label={t`Recovery code`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            tall
            value={values.code}
            error={problems.code}
            onChange={(event) => set("code", event.target.value)}
          />
        ) : (
          // The choice stands above the code, because the last digit sends the form.
          <>
            <span className={styles.choice}>
              <Checkbox id={choice} checked={remember} disabled={busy} onChange={setRemember} />
              <label htmlFor={choice}><Trans>Remember this device for 30 days</Trans></label>
            </span>
            <CodeField label={t`Code from your app`} digits={6} value={values.code} error={problems.code} onChange={(code) => set("code", code)} />
          </>
        )}
      </AuthForm>
      <Button
        variant="ghost"
        disabled={busy}
        onClick={() => {
          set("code", "");
          setRecovery(!recovery);
        }}
      >
        {recovery ? <Trans>Use your authenticator app</Trans> : <Trans>Use a recovery code</Trans>}
      </Button>
      <Button variant="ghost" disabled={busy} onClick={onEnded}>
        <Trans>Use another account</Trans>
      </Button>
    </AuthLayout>
  );
}
