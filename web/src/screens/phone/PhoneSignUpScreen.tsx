import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { DevelopmentMailbox } from "@/actions/mailbox/DevelopmentMailbox";
import { ResendCode } from "@/actions/mailbox/ResendCode";
import { authMessages, inWords } from "@/api/authMessages";
import { emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { confirmPhone, resendText, signUpByPhone } from "@/api/phone";
import { namedInvitation } from "@/api/signUpRule";
import { SignUpNote } from "@/features/sign-up-rule/SignUpNote";
import { hostedPaths } from "@/lib/elsewhere";
import { Link, useNavigate, useSearchParams } from "@/lib/location";
import { paths, safeNext } from "@/lib/paths";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import { CodeField, withoutSpaces } from "@/ui/CodeField";
import { TextField } from "@/ui/Field";
import type { CodeRequested } from "@/wire/http.generated";
import { PhoneField } from "./PhoneField";
import styles from "./PhoneScreens.module.css";
import { TextSent } from "./TextSent";

const SHORTEST_PASSWORD = 8;
const fields = ["firstname", "lastname", "phone", "password"] as const;

function passwordProblem(password: string): string | undefined {
  if (password === "") return emptyPassword();
  return [...password].length < SHORTEST_PASSWORD ? t`At least ${SHORTEST_PASSWORD} characters` : undefined;
}

/** The form for a new account with a phone number, then the form for the code from the text message. */
export function PhoneSignUpScreen() {
  const next = safeNext(useSearchParams()[0].get("next"));
  const [request, setRequest] = useState<CodeRequested | null>(null);
  // The state is kept here, so that a person who goes back finds the form filled in.
  const form = useForm({
    initial: { firstname: "", lastname: "", phone: "", password: "" },
    check: ({ phone, password }) => ({
      ...(phone.trim() === "" && { phone: authMessages.empty_phone() }),
      ...(passwordProblem(password) !== undefined && { password: passwordProblem(password) }),
    }),
    explain: (thrown) => problemsOf(inWords(thrown, "signUp"), fields),
  });
  const { values, problems, busy, set, submit } = form;
  if (request !== null) return <CodeForm phone={values.phone.trim()} request={request} next={next} onBack={() => setRequest(null)} />;
  const send = () =>
    submit(async ({ firstname, lastname, phone, password }) =>
      setRequest(
        await signUpByPhone({
          phone: phone.trim(),
          password,
          ...(firstname.trim() !== "" && { firstname: firstname.trim() }),
          ...(lastname.trim() !== "" && { lastname: lastname.trim() }),
          ...(await namedInvitation(next)),
        }),
      ),
    );
  return (
    <AuthLayout title={t`Sign up`} lead={t`Work with your team in real time.`}>
      <SignUpNote next={next} />
      <AuthForm failure={problems.form ?? null} submit={t`Create account`} busy={busy ? t`Creating account…` : null} onSubmit={() => void send()}>
        <div className={styles.names}>
          <TextField label={t`First name`} autoComplete="given-name" autoFocus tall value={values.firstname} error={problems.firstname} onChange={(event) => set("firstname", event.target.value)} />
          <TextField label={t`Last name`} autoComplete="family-name" tall value={values.lastname} error={problems.lastname} onChange={(event) => set("lastname", event.target.value)} />
        </div>
        <PhoneField value={values.phone} error={problems.phone} onChange={(phone) => set("phone", phone)} />
        <TextField
          label={t`Password`}
          type="password"
          autoComplete="new-password"
          tall
          value={values.password}
          error={problems.password}
          hint={t`At least ${SHORTEST_PASSWORD} characters`}
          onChange={(event) => set("password", event.target.value)}
        />
      </AuthForm>
      <AuthNote>
        <Trans>
          We'll text you a code to confirm your number. <Link to={paths.signUp(next ?? undefined)}>Sign up with email instead</Link>
        </Trans>
      </AuthNote>
      <AuthNote>
        <Trans>
          Already have an account? <Link to={hostedPaths.phoneSignIn(next)}>Log in</Link>
        </Trans>
      </AuthNote>
    </AuthLayout>
  );
}

interface CodeFormProps {
  phone: string;
  request: CodeRequested;
  next: string | null;
  onBack: () => void;
}

function CodeForm({ phone, request: { requestId, reference }, next, onBack }: CodeFormProps) {
  const navigate = useNavigate();
  const { values, problems, busy, set, submit } = useForm({
    initial: { code: "" },
    check: ({ code }) => (withoutSpaces(code) === "" ? { code: authMessages.empty_code() } : {}),
    explain: (thrown) => problemsOf(inWords(thrown, "signUp"), ["code"]),
  });
  const send = () =>
    submit(async ({ code }) => {
      await confirmPhone({ requestId, code: withoutSpaces(code) });
      navigate(next ?? paths.welcome(), { replace: true });
    });
  return (
    <AuthLayout title={t`Confirm your number`} lead={<TextSent phone={phone} reference={reference} />}>
      <AuthForm failure={problems.form ?? null} submit={t`Confirm`} busy={busy ? t`Confirming…` : null} onSubmit={() => void send()}>
        <CodeField label={t`Code from the text message`} value={values.code} error={problems.code} onChange={(code) => set("code", code)} />
      </AuthForm>
      <ResendCode email={phone} resend={() => resendText(requestId)} />
      <Button variant="ghost" disabled={busy} onClick={onBack}>
        <Trans>Change number</Trans>
      </Button>
      <DevelopmentMailbox byText email={phone} onCode={(code) => set("code", code)} />
    </AuthLayout>
  );
}
