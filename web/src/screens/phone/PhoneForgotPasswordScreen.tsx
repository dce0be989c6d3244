import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { DevelopmentMailbox } from "@/actions/mailbox/DevelopmentMailbox";
import { ResendCode } from "@/actions/mailbox/ResendCode";
import { authMessages } from "@/api/authMessages";
import { emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { forgotPasswordByPhone, resendText, resetPasswordByPhone, signInByPhone } from "@/api/phone";
import { SignInSteps } from "@/features/second-factor/SignInSteps";
import { hostedPaths } from "@/lib/elsewhere";
import { Link, useLocation, useNavigate, useSearchParams } from "@/lib/location";
import { paths, safeNext } from "@/lib/paths";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import { CodeField, withoutSpaces } from "@/ui/CodeField";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import type { CodeNeeded, CodeRequested } from "@/wire/http.generated";
import { numberIn } from "./numberIn";
import { PhoneField } from "./PhoneField";
import { TextSent } from "./TextSent";

const SHORTEST_PASSWORD = 8;

/** Asks for the number, then for the code from the text message and a new password, and logs in. */
export function PhoneForgotPasswordScreen() {
  const { state } = useLocation();
  const next = safeNext(useSearchParams()[0].get("next"));
  const [phone, setPhone] = useState(numberIn(state));
  const [request, setRequest] = useState<CodeRequested | null>(null);
  if (request !== null) return <NewPassword phone={phone} request={request} next={next} onBack={() => setRequest(null)} />;
  const sent = (number: string, pending: CodeRequested) => {
    setPhone(number);
    setRequest(pending);
  };
  return <NumberForm phone={phone} next={next} onSent={sent} />;
}

interface NumberFormProps {
  phone: string;
  next: string | null;
  onSent: (phone: string, request: CodeRequested) => void;
}

function NumberForm({ phone, next, onSent }: NumberFormProps) {
  const { values, problems, busy, set, submit } = useForm({
    initial: { phone },
    check: (typed) => (typed.phone.trim() === "" ? { phone: authMessages.empty_phone() } : {}),
    explain: (thrown) => problemsOf(thrown, ["phone"]),
  });
  const send = () =>
    submit(async (typed) => {
      const number = typed.phone.trim();
      onSent(number, await forgotPasswordByPhone(number));
    });
  return (
    <AuthLayout title={t`Forgot your password?`} lead={t`We'll text you a code that lets you choose a new password.`}>
      <AuthForm failure={problems.form ?? null} submit={t`Send code`} busy={busy ? t`Sending…` : null} onSubmit={() => void send()}>
        <PhoneField autoFocus value={values.phone} error={problems.phone} onChange={(number) => set("phone", number)} />
      </AuthForm>
      <AuthNote>
        <Trans>
          If your account has an email address, <Link to={paths.forgotPassword(next ?? undefined)}>reset your password by email</Link>.
        </Trans>
      </AuthNote>
    </AuthLayout>
  );
}

interface NewPasswordProps {
  phone: string;
  request: CodeRequested;
  next: string | null;
  onBack: () => void;
}

function NewPassword({ phone, request: { requestId, reference }, next, onBack }: NewPasswordProps) {
  const navigate = useNavigate();
  // The id of the sign-in with the new password, if that sign-in needs a code of the second factor.
  const [needed, setNeeded] = useState<CodeNeeded | null>(null);
  // The code field sends the form after the last digit, so the password is asked for in a form of its own.
  const [hasCode, setHasCode] = useState(false);
  const { values, problems, busy, set, submit } = useForm({
    initial: { code: "", password: "" },
    check: ({ code, password }) => ({
      ...(withoutSpaces(code) === "" && { code: authMessages.empty_code() }),
      ...(hasCode && password === "" && { password: emptyPassword() }),
      ...(hasCode && password !== "" && [...password].length < SHORTEST_PASSWORD && { password: t`At least ${SHORTEST_PASSWORD} characters` }),
    }),
    explain: (thrown) => {
      const found = problemsOf(thrown, ["code", "password"]);
      if (found.password === undefined) setHasCode(false);
      return found;
    },
  });
  const signIn = () => navigate(hostedPaths.phoneSignIn(next), { replace: true, state: { phone } });
  const entered = () => navigate(next ?? "/", { replace: true });
  const send = () =>
    submit(async ({ code, password }) => {
      if (!hasCode) return setHasCode(true);
      await resetPasswordByPhone({ requestId, code: withoutSpaces(code), password });
      try {
        const still = await signInByPhone({ phone, password });
        if (still !== null) return setNeeded(still);
      } catch {
        // The password was changed, even if logging in fails now.
        tell({ text: t`Your password was changed. Log in with the new password.` });
        return signIn();
      }
      await entered();
    });
  if (needed !== null) return <SignInSteps needed={needed} email={phone} onEntered={entered} onEnded={() => void signIn()} />;
  return (
    <AuthLayout title={hasCode ? t`Choose a new password` : t`Enter the code`} lead={<TextSent phone={phone} reference={reference} />}>
      {/* The key gives each form its own initial focus. */}
      <AuthForm
        key={String(hasCode)}
        failure={problems.form ?? null}
        submit={hasCode ? t`Change password and log in` : t`Continue`}
        busy={busy ? t`Changing…` : null}
        onSubmit={() => void send()}
      >
        {hasCode ? (
          <>
            {/* Tells password managers which account the new password belongs to. */}
            <input type="tel" autoComplete="username" value={phone} readOnly hidden />
            <TextField
              label={t`New password`}
              type="password"
              autoComplete="new-password"
              autoFocus
              tall
              value={values.password}
              error={problems.password}
              hint={t`At least ${SHORTEST_PASSWORD} characters. Changing the password logs out all your devices.`}
              onChange={(event) => set("password", event.target.value)}
            />
          </>
        ) : (
          <CodeField label={t`Code from the text message`} value={values.code} error={problems.code} onChange={(code) => set("code", code)} />
        )}
      </AuthForm>
      {!hasCode && (
        <>
          <ResendCode email={phone} resend={() => resendText(requestId)} />
          {/* A used request gets no new code, and the answer to a resend does not say so. The person must then start over. */}
          <Button variant="ghost" disabled={busy} onClick={onBack}>
            <Trans>Start over</Trans>
          </Button>
          <DevelopmentMailbox byText email={phone} onCode={(code) => set("code", code)} />
        </>
      )}
    </AuthLayout>
  );
}
