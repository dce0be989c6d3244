import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { signIn } from "@/api/auth";
import { emptyEmail, emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { useSession } from "@/api/session";
import { laterComponent, whenUsable } from "@/lib/later";
import { Link, useLocation, useNavigate, useSearchParams } from "@/lib/location";
import { invitedAddress, paths, safeNext } from "@/lib/paths";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout } from "@/ui/AuthLayout";
import { TextField } from "@/ui/Field";
import type { CodeNeeded } from "@/wire/http.generated";

const SignInSteps = laterComponent(async () => (await import("@/features/auth-forms/SignInSteps")).SignInSteps);

const EndedLead = laterComponent(async () => (await import("@/features/log-out/EndedLead")).EndedLead, { instead: () => null, idle: false });

const ProviderButtons = laterComponent(() => whenUsable().then(async () => (await import("@/features/hosted/ProviderButtons")).ProviderButtons), { instead: () => null });

const fields = ["email", "password"] as const;

/** The sign-in form, with e-mail and password. */
export function SignInScreen() {
  const navigate = useNavigate();
  const next = safeNext(useSearchParams()[0].get("next"));
  const { state } = useLocation();
  const [needed, setNeeded] = useState<CodeNeeded | null>(null);
  const session = useSession((now) => (now.status === "signedOut" ? now : null));
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
      const wanted = await signIn({ email: email.trim(), password });
      setNeeded(wanted);
      if (wanted === null) await enter();
    });

  const ended = () => {
    set("password", "");
    setNeeded(null);
  };
  if (needed) return <SignInSteps needed={needed} email={values.email.trim()} onEntered={enter} onEnded={ended} />;
  return (
    <AuthLayout
      title={t`Log in`}
      lead={
        session?.reason === "ended" ? (
          <Suspense><EndedLead end={session.end} /></Suspense>
        ) : session?.reason === "away" ? (
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
      <Suspense><ProviderButtons next={next} email={values.email} /></Suspense>
    </AuthLayout>
  );
}
