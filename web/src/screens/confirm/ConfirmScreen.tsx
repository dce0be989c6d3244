import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { DevelopmentMailbox } from "@/actions/mailbox/DevelopmentMailbox";
import { ResendCode } from "@/actions/mailbox/ResendCode";
import { confirm, resendCode, type PendingSignUp } from "@/api/auth";
import { authMessages } from "@/api/authMessages";
import { askIfConfirmed } from "@/api/confirmLink";
import { ApiError } from "@/api/error";
import { problemsOf } from "@/api/formProblems";
import { Link, Navigate, useLocation, useNavigate } from "@/lib/location";
import { paths, safeNext } from "@/lib/paths";
import { forgetDraft } from "@/lib/signUpDraft";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import { CodeField, withoutSpaces } from "@/ui/CodeField";
import styles from "./ConfirmScreen.module.css";
import { useConfirmed } from "./useConfirmed";

interface Arrival extends PendingSignUp {
  email: string;
  next: string | null;
}

function arrivalOf(state: unknown): Arrival | null {
  const { email, signUpId, reference, next } = (state ?? {}) as Partial<Record<keyof Arrival, unknown>>;
  if (typeof email !== "string" || typeof signUpId !== "string" || typeof reference !== "string") return null;
  return { email, signUpId, reference, next: typeof next === "string" ? safeNext(next) : null };
}

/** Asks for the emailed code, and waits for the emailed link. A person without a sign-up is sent to the sign-up form. */
export function ConfirmScreen() {
  const arrival = arrivalOf(useLocation().state);
  return arrival === null ? <Navigate to={paths.signUp()} replace /> : <CodeForm {...arrival} />;
}

function CodeForm({ email, next, signUpId, reference }: Arrival) {
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const [elsewhere, setElsewhere] = useState(false);
  const enter = async () => {
    forgetDraft();
    navigate(next ?? paths.welcome(), { replace: true });
  };
  const waited = useConfirmed(signUpId, round, () => void enter());
  const { values, problems, busy, set, submit } = useForm({
    initial: { code: "" },
    check: ({ code }) => (code.trim() === "" ? { code: authMessages.empty_code() } : {}),
    explain: (thrown) => problemsOf(thrown, ["code"]),
  });
  const send = () =>
    submit(async ({ code }) => {
      try {
        await confirm({ signUpId, code: withoutSpaces(code) });
      } catch (thrown) {
        // The link may have been used a moment ago.
        const found = thrown instanceof ApiError && thrown.code === "gone" ? await askIfConfirmed(signUpId).catch(() => "waiting") : "waiting";
        if (found === "waiting") throw thrown;
        if (found === "confirmed") return setElsewhere(true);
      }
      await enter();
    });
  if (elsewhere || waited === "confirmed") return <Confirmed email={email} next={next} />;

  return (
    <AuthLayout
      title={t`Confirm your address`}
      lead={
        <Trans>
          We sent an email to <b className={styles.email}>{email}</b>. Enter the code from the email marked sign-up{" "}
          <b className={styles.reference}>{reference}</b>, or open the link in that email on any device. This page then continues automatically. Not your address?{" "}
          <Link to={paths.signUp(next ?? undefined)} state={{ change: true }}>
            Change it
          </Link>
        </Trans>
      }
    >
      <AuthForm failure={problems.form ?? null} submit={t`Confirm`} busy={busy ? t`Confirming…` : null} onSubmit={send}>
        <CodeField label={t`Confirmation code`} value={values.code} error={problems.code} onChange={(code) => set("code", code)} />
      </AuthForm>
      {waited === "late" && (
        <p className={styles.late} role="status">
          {authMessages.confirm_later()}{" "}
          <Link to={paths.signIn(next ?? undefined)} state={{ email }}><Trans>Log in</Trans></Link>
        </p>
      )}
      <ResendCode email={email} resend={() => resendCode(signUpId).then(() => setRound((before) => before + 1))} />
      <DevelopmentMailbox email={email} onCode={(code) => set("code", code)} />
    </AuthLayout>
  );
}

/**
 * For a sign-up whose link was used, if this browser was not signed in: the account was changed meanwhile, or this page is not in
 * the browser that signed up.
 */
function Confirmed({ email, next }: { email: string; next: string | null }) {
  const navigate = useNavigate();
  return (
    <AuthLayout title={t`Your address is confirmed`} lead={t`Log in with your email and password.`}>
      <Button variant="primary" size="form" autoFocus onClick={() => navigate(paths.signIn(next ?? undefined), { replace: true, state: { email } })}>
        <Trans>Log in</Trans>
      </Button>
    </AuthLayout>
  );
}
