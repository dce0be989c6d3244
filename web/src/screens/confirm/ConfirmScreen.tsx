import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { DevelopmentMailbox } from "@/actions/mailbox/DevelopmentMailbox";
import { ResendCode } from "@/actions/mailbox/ResendCode";
import { confirm, resendCode, type PendingSignUp } from "@/api/auth";
import { authMessages } from "@/api/authMessages";
import { problemsOf } from "@/api/formProblems";
import { Link, Navigate, useLocation, useNavigate } from "@/lib/location";
import { paths, safeNext } from "@/lib/paths";
import { forgetDraft } from "@/lib/signUpDraft";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout } from "@/ui/AuthLayout";
import { CodeField, withoutSpaces } from "@/ui/CodeField";
import styles from "./ConfirmScreen.module.css";

interface Arrival extends PendingSignUp {
  email: string;
  next: string | null;
}

function arrivalOf(state: unknown): Arrival | null {
  const { email, signUpId, reference, next } = (state ?? {}) as Partial<Record<keyof Arrival, unknown>>;
  if (typeof email !== "string" || typeof signUpId !== "string" || typeof reference !== "string") return null;
  return { email, signUpId, reference, next: typeof next === "string" ? safeNext(next) : null };
}

/** Asks for the emailed code. A person without a sign-up is sent to the sign-up form. */
export function ConfirmScreen() {
  const arrival = arrivalOf(useLocation().state);
  return arrival === null ? <Navigate to={paths.signUp()} replace /> : <CodeForm {...arrival} />;
}

function CodeForm({ email, next, signUpId, reference }: Arrival) {
  const navigate = useNavigate();
  const { values, problems, busy, set, submit } = useForm({
    initial: { code: "" },
    check: ({ code }) => (code.trim() === "" ? { code: authMessages.empty_code() } : {}),
    explain: (thrown) => problemsOf(thrown, ["code"]),
  });
  const send = () =>
    submit(async ({ code }) => {
      await confirm({ signUpId, code: withoutSpaces(code) });
      forgetDraft();
      await navigate(next ?? paths.welcome(), { replace: true });
    });

  return (
    <AuthLayout
      title={t`Confirm your address`}
      lead={
        <Trans>
          We sent a code to <b className={styles.email}>{email}</b>. Use the code from the email marked sign-up{" "}
          <b className={styles.reference}>{reference}</b>. Not your address?{" "}
          <Link to={paths.signUp(next ?? undefined)} state={{ change: true }}>
            Change it
          </Link>
        </Trans>
      }
    >
      <AuthForm failure={problems.form ?? null} submit={t`Confirm`} busy={busy ? t`Confirming…` : null} onSubmit={send}>
        <CodeField label={t`Confirmation code`} value={values.code} error={problems.code} onChange={(code) => set("code", code)} />
      </AuthForm>
      <ResendCode email={email} resend={() => resendCode(signUpId)} />
      <DevelopmentMailbox email={email} onCode={(code) => set("code", code)} />
    </AuthLayout>
  );
}
