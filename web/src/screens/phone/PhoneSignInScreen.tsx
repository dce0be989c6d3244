import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { authMessages, inWords } from "@/api/authMessages";
import { emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { signInByPhone } from "@/api/phone";
import { SignInSteps } from "@/features/auth-forms/SignInSteps";
import { hostedPaths } from "@/lib/elsewhere";
import { Link, useLocation, useNavigate, useSearchParams } from "@/lib/location";
import { paths, safeNext } from "@/lib/paths";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { TextField } from "@/ui/Field";
import type { CodeNeeded } from "@/wire/http.generated";
import { numberIn } from "./numberIn";
import { PhoneField } from "./PhoneField";

/** The form to log in with a phone number and the password. */
export function PhoneSignInScreen() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const next = safeNext(useSearchParams()[0].get("next"));
  const [needed, setNeeded] = useState<CodeNeeded | null>(null);
  const { values, problems, busy, set, submit } = useForm({
    initial: { phone: numberIn(state), password: "" },
    check: ({ phone, password }) => ({
      ...(phone.trim() === "" && { phone: authMessages.empty_phone() }),
      ...(password === "" && { password: emptyPassword() }),
    }),
    explain: (thrown) => problemsOf(inWords(thrown, "signIn"), ["phone", "password"]),
  });
  const enter = () => navigate(next ?? "/", { replace: true });
  const send = () =>
    submit(async ({ phone, password }) => {
      const still = await signInByPhone({ phone: phone.trim(), password });
      if (still === null) await enter();
      else setNeeded(still);
    });
  const ended = () => {
    set("password", "");
    setNeeded(null);
  };
  if (needed !== null) return <SignInSteps needed={needed} email={values.phone.trim()} onEntered={enter} onEnded={ended} />;
  return (
    <AuthLayout
      title={t`Log in`}
      lead={
        <Trans>
          No account yet? <Link to={hostedPaths.phoneSignUp(next)}>Sign up</Link>
        </Trans>
      }
    >
      <AuthForm failure={problems.form ?? null} submit={t`Log in`} busy={busy ? t`Logging in…` : null} onSubmit={() => void send()}>
        <PhoneField autoFocus value={values.phone} error={problems.phone} onChange={(phone) => set("phone", phone)} />
        <TextField
          label={t`Password`}
          aside={<Link to={hostedPaths.phoneForgotPassword(next)} state={{ phone: values.phone.trim() }}>{t`Forgot your password?`}</Link>}
          type="password"
          autoComplete="current-password"
          tall
          value={values.password}
          error={problems.password}
          onChange={(event) => set("password", event.target.value)}
        />
      </AuthForm>
      <AuthNote>
        <Trans>
          <Link to={paths.signIn(next ?? undefined)}>Log in with email instead</Link>
        </Trans>
      </AuthNote>
    </AuthLayout>
  );
}
