import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { signIn } from "@/api/auth";
import { emptyEmail, emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { useSession } from "@/api/session";
import { laterComponent } from "@/lib/later";
import { Link, useLocation, useNavigate, useSearchParams } from "@/lib/location";
import { invitedAddress, paths, safeNext } from "@/lib/paths";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout } from "@/ui/AuthLayout";
import { TextField } from "@/ui/Field";

const SecondFactorForm = laterComponent(async () => (await import("@/features/second-factor/SecondFactorForm")).SecondFactorForm);

const fields = ["email", "password"] as const;

/** The sign-in form, with e-mail and password. */
export function SignInScreen() {
  const navigate = useNavigate();
  const next = safeNext(useSearchParams()[0].get("next"));
  const { state } = useLocation();
  const [challenge, setChallenge] = useState("");
  const reason = useSession((session) => (session.status === "signedOut" ? session.reason : null));
  const { values, problems, busy, set, submit } = useForm({
    initial: { email: invitedAddress(state), password: "" },
    check: ({ email, password }) => ({
      ...(email.trim() === "" && { email: emptyEmail() }),
      ...(password === "" && { password: emptyPassword() }),
    }),
    explain: (thrown) => problemsOf(thrown, fields),
  });
  const enter = () => navigate(next ?? "/", { replace: true });
  const send = () =>
    submit(async ({ email, password }) => {
      const needed = await signIn({ email: email.trim(), password });
      if (needed === null) await enter();
      else setChallenge(needed);
    });

  const ended = () => {
    set("password", "");
    setChallenge("");
  };
  if (challenge) return <SecondFactorForm challengeId={challenge} onEntered={enter} onEnded={ended} />;
  return (
    <AuthLayout
      title={t`Log in`}
      lead={
        reason === "ended" ? (
          t`Your session has ended. Log in again.`
        ) : reason === "away" ? (
          t`Can't reach Troupe. You can log in once you're connected.`
        ) : (
          <Trans>
            No account yet? <Link to={paths.signUp(next ?? undefined)} state={state}>Sign up</Link>
          </Trans>
        )
      }
    >
      <AuthForm failure={problems.form ?? null} submit={t`Log in`} busy={busy ? t`Logging in…` : null} onSubmit={send}>
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="username"
          autoFocus
          tall
          value={values.email}
          error={problems.email}
          onChange={(event) => set("email", event.target.value)}
        />
        <TextField
          label={t`Password`}
          aside={<Link to={paths.forgotPassword(next ?? undefined)} state={{ email: values.email.trim() }}>{t`Forgot your password?`}</Link>}
          type="password"
          autoComplete="current-password"
          tall
          value={values.password}
          error={problems.password}
          onChange={(event) => set("password", event.target.value)}
        />
      </AuthForm>
    </AuthLayout>
  );
}
