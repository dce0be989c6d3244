import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useReducer } from "react";
import { DevelopmentMailbox } from "@/actions/mailbox/DevelopmentMailbox";
import { ResendCode } from "@/actions/mailbox/ResendCode";
import { forgotPassword, resendResetCode, resetPassword } from "@/api/account";
import { signIn } from "@/api/auth";
import { authMessages } from "@/api/authMessages";
import { allows } from "@/api/authSteps";
import { emptyEmail, emptyPassword } from "@/api/emptyFields";
import { SecondFactorForm } from "@/features/second-factor/SecondFactorForm";
import { Link, useLocation, useNavigate, useSearchParams } from "@/lib/location";
import { invitedAddress, paths, safeNext } from "@/lib/paths";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import { CodeField, withoutSpaces } from "@/ui/CodeField";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import { begun, flowAfter, problemsAfter, type Field, type Flow } from "./flow";
import styles from "./ForgotPasswordScreen.module.css";

const SHORTEST_PASSWORD = 8;

/** The problems that keep the shown form from being sent. */
function missingIn({ form, values }: Flow): Flow["problems"] {
  if (form === "entering" && values.email.trim() === "") return { email: emptyEmail() };
  if (form === "verifyingCode" && withoutSpaces(values.code) === "") return { code: authMessages.empty_code() };
  if (form === "completingPassword" && values.password === "") return { password: emptyPassword() };
  if (form === "completingPassword" && [...values.password].length < SHORTEST_PASSWORD) return { password: t`At least ${SHORTEST_PASSWORD} characters` };
  return {};
}

/** Asks for the address, then for the code that was mailed to it, then for a new password, and logs in. */
export function ForgotPasswordScreen() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const next = safeNext(useSearchParams()[0].get("next"));
  const [flow, happen] = useReducer(flowAfter, invitedAddress(state), begun);
  const { form, values, problems, request, challenge, step } = flow;
  const email = values.email.trim();
  const busy = step === "fetching" || step === "shouldCompleteAuth";

  const work = async () => {
    if (form === "entering" || request === null) {
      happen({ is: "codeSent", request: await forgotPassword(email) });
      return;
    }
    const { password } = values;
    await resetPassword({ requestId: request.requestId, code: withoutSpaces(values.code), password });
    await enter(password);
  };
  const enter = async (password: string) => {
    try {
      const needed = await signIn({ email, password });
      if (needed !== null) return happen({ is: "challenged", challenge: needed.challengeId });
    } catch {
      // The password was changed, even if logging in fails now.
      tell({ text: t`Your password was changed. Log in with the new password.` });
      return navigate(paths.signIn(next ?? undefined), { replace: true, state: { email } });
    }
    await signedIn();
  };
  const signedIn = async () => {
    happen({ is: "signedIn" });
    await entered();
  };
  const send = async () => {
    const missing = missingIn(flow);
    if (Object.values(missing).some(Boolean)) return happen({ is: "missing", problems: missing });
    if (form === "verifyingCode") return happen({ is: "codeEntered" });
    if (!allows(step, "send")) return;
    happen({ is: "send" });
    try {
      await work();
    } catch (thrown) {
      happen({ is: "refused", problems: problemsAfter(thrown) });
    }
  };
  const entered = () => navigate(next ?? "/", { replace: true });
  if (challenge !== null) {
    const ended = () => void navigate(paths.signIn(next ?? undefined), { replace: true, state: { email } });
    return <SecondFactorForm challengeId={challenge} onEntered={signedIn} onEnded={ended} />;
  }
  const typed = (field: Field) => (value: string) => happen({ is: "typed", field, value });

  return (
    <AuthLayout
      title={form === "completingPassword" ? t`Choose a new password` : t`Forgot your password?`}
      lead={
        request === null ? (
          t`We'll email you a code that lets you choose a new password.`
        ) : (
          <Trans>
            We sent a code to <b className={styles.email}>{email}</b>. Use the code from the email marked request{" "}
            <b className={styles.reference}>{request.reference}</b>.
          </Trans>
        )
      }
    >
      {/* The key gives each form its own initial focus. */}
      <AuthForm
        key={form}
        failure={problems.form ?? null}
        submit={form === "entering" ? t`Send code` : form === "verifyingCode" ? t`Continue` : t`Change password and log in`}
        busy={busy ? (form === "entering" ? t`Sending…` : t`Changing…`) : null}
        onSubmit={() => void send()}
      >
        {form === "entering" && (
          <TextField
            label={t`Email`}
            type="email"
            autoComplete="username"
            autoFocus
            tall
            value={values.email}
            error={problems.email}
            onChange={(event) => typed("email")(event.target.value)}
          />
        )}
        {form === "verifyingCode" && <CodeField label={t`Code from the email`} value={values.code} error={problems.code} onChange={typed("code")} />}
        {form === "completingPassword" && (
          <>
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
              hint={t`At least ${SHORTEST_PASSWORD} characters. Changing the password logs out all your devices.`}
              onChange={(event) => typed("password")(event.target.value)}
            />
          </>
        )}
      </AuthForm>
      {form === "verifyingCode" && request !== null && (
        <>
          <ResendCode email={email} resend={() => resendResetCode(request.requestId)} />
          {/* A request that was used gets no new code, and the answer to a resend does not reveal that. */}
          <Button variant="ghost" onClick={() => happen({ is: "back" })}>
            <Trans>Start over</Trans>
          </Button>
        </>
      )}
      {form === "verifyingCode" && <DevelopmentMailbox email={email} onCode={typed("code")} />}
      <AuthNote>
        <Trans>
          Remember your password? <Link to={paths.signIn(next ?? undefined)} state={{ email }}>Log in</Link>
        </Trans>
      </AuthNote>
    </AuthLayout>
  );
}
