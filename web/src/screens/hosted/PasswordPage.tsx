import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { Link } from "@/lib/location";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { TextField } from "@/ui/Field";

interface PasswordPageProps {
  title: string;
  lead: string;
  submit: string;
  /** The text of the button while the step is taken. */
  busy: string;
  /** Takes the step. The page shows what it throws, beside the field or above the button. */
  onPassword: (password: string) => Promise<void>;
  /** Changes a thrown error before it is shown. */
  inWords?: (thrown: unknown) => unknown;
  /** Where *Cancel* leads; null leads to the root. */
  next: string | null;
}

/** A page that asks for the password of the account before a step that needs it. */
export function PasswordPage({ title, lead, submit: label, busy: working, onPassword, inWords = (thrown) => thrown, next }: PasswordPageProps) {
  const { values, problems, busy, set, submit } = useForm({
    initial: { password: "" },
    check: ({ password }) => (password === "" ? { password: emptyPassword() } : {}),
    explain: (thrown) => problemsOf(inWords(thrown), ["password"]),
  });
  return (
    <AuthLayout title={title} lead={lead}>
      <AuthForm failure={problems.form ?? null} submit={label} busy={busy ? working : null} onSubmit={() => void submit(({ password }) => onPassword(password))}>
        <TextField
          label={t`Your Troupe password`}
          type="password"
          autoComplete="current-password"
          autoFocus
          tall
          value={values.password}
          error={problems.password}
          onChange={(event) => set("password", event.target.value)}
        />
      </AuthForm>
      <AuthNote>
        <Link to={next ?? "/"}><Trans>Cancel</Trans></Link>
      </AuthNote>
    </AuthLayout>
  );
}
