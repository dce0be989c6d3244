import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { authMessages, inWords } from "@/api/authMessages";
import { emptyPassword } from "@/api/emptyFields";
import { ApiError } from "@/api/error";
import { problemsOf } from "@/api/formProblems";
import { renewPassword } from "@/api/secondFactor";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";

const SHORTEST_PASSWORD = 8;

interface NewPasswordFormProps {
  /** The sign-in that waits for a new password. */
  challengeId: string;
  email: string;
  onSend: () => void;
  onRefused: () => void;
  onEntered: () => void;
  /** Called if the sign-in has expired, or if the person leaves it. */
  onEnded: () => void;
}

/** Asks for a new password. The current one must be replaced before the session begins. */
export function NewPasswordForm({ challengeId, email, onSend, onRefused, onEntered, onEnded }: NewPasswordFormProps) {
  const { values, problems, busy, set, submit } = useForm({
    initial: { password: "" },
    check: ({ password }) => {
      if (password === "") return { password: emptyPassword() };
      return [...password].length < SHORTEST_PASSWORD ? { password: t`At least ${SHORTEST_PASSWORD} characters` } : {};
    },
    explain: (thrown) => problemsOf(inWords(thrown, "signIn"), ["password"]),
  });
  const send = () =>
    submit(async ({ password }) => {
      onSend();
      try {
        await renewPassword({ challengeId, password });
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || thrown.code !== "gone") {
          onRefused();
          throw thrown;
        }
        tell({ text: authMessages.gone() });
        return onEnded();
      }
      onEntered();
    });
  return (
    <AuthLayout title={t`Choose a new password`} lead={t`You need to change your password before you can log in.`}>
      <AuthForm failure={problems.form ?? null} submit={t`Change password and log in`} busy={busy ? t`Changing…` : null} onSubmit={() => void send()}>
        {/* Tells password managers which account the new password belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={t`New password`}
          type="password"
          autoComplete="new-password"
          autoFocus
          tall
          value={values.password}
          error={problems.password}
          hint={t`At least ${SHORTEST_PASSWORD} characters, and different from your current password.`}
          onChange={(event) => set("password", event.target.value)}
        />
      </AuthForm>
      <Button variant="ghost" disabled={busy} onClick={onEnded}>
        <Trans>Use another account</Trans>
      </Button>
    </AuthLayout>
  );
}
