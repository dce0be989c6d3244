import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { DevelopmentMailbox } from "@/actions/mailbox/DevelopmentMailbox";
import { ResendCode } from "@/actions/mailbox/ResendCode";
import { authMessages, inWords } from "@/api/authMessages";
import { emptyEmail } from "@/api/emptyFields";
import { ApiError, messageOf } from "@/api/error";
import { problemsOf } from "@/api/formProblems";
import { askForSignInCode, resendSignInCode, signInByCode } from "@/api/signInCode";
import { SecondFactorForm } from "@/features/second-factor/SecondFactorForm";
import { Link, useLocation, useNavigate, useSearchParams } from "@/lib/location";
import { invitedAddress, paths, safeNext } from "@/lib/paths";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import { CodeField, withoutSpaces } from "@/ui/CodeField";
import { TextField } from "@/ui/Field";
import type { CodeRequested } from "@/wire/http.generated";
import styles from "./SignInCodeScreen.module.css";

/** Asks for the address, then for the code that was mailed to it, and logs in. */
export function SignInCodeScreen() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const next = safeNext(useSearchParams()[0].get("next"));
  const [email, setEmail] = useState(invitedAddress(state));
  const [request, setRequest] = useState<CodeRequested | null>(null);
  const [challenge, setChallenge] = useState<string | null>(null);
  const entered = () => navigate(next ?? "/", { replace: true });
  const logIn = () => void navigate(paths.signIn(next ?? undefined), { replace: true, state: { email } });
  if (challenge !== null) return <SecondFactorForm challengeId={challenge} onEntered={entered} onEnded={logIn} />;
  const back = (
    <AuthNote>
      <Trans>
        Prefer your password? <Link to={paths.signIn(next ?? undefined)} state={{ email }}>Log in</Link>
      </Trans>
    </AuthNote>
  );
  if (request === null) {
    const sent = (address: string, pending: CodeRequested) => {
      setEmail(address);
      setRequest(pending);
    };
    return <AddressForm email={email} onSent={sent}>{back}</AddressForm>;
  }
  const signedIn = async (needed: string | null) => {
    if (needed === null) await entered();
    else setChallenge(needed);
  };
  return <CodeForm email={email} request={request} onSignedIn={signedIn} onBack={() => setRequest(null)}>{back}</CodeForm>;
}

interface AddressFormProps {
  email: string;
  onSent: (email: string, request: CodeRequested) => void;
  children: ReactNode;
}

function AddressForm({ email, onSent, children }: AddressFormProps) {
  const { values, problems, busy, set, submit } = useForm({
    initial: { email },
    check: (typed) => (typed.email.trim() === "" ? { email: emptyEmail() } : {}),
    explain: (thrown) => problemsOf(inWords(thrown, "signIn"), ["email"]),
  });
  const send = () =>
    submit(async (typed) => {
      const address = typed.email.trim();
      onSent(address, await askForSignInCode(address));
    });
  return (
    <AuthLayout title={t`Log in with a code`} lead={t`We'll email you a code. You don't need your password.`}>
      <AuthForm failure={problems.form ?? null} submit={t`Email me a code`} busy={busy ? t`Sending…` : null} onSubmit={() => void send()}>
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
      </AuthForm>
      {children}
    </AuthLayout>
  );
}

interface CodeFormProps {
  email: string;
  request: CodeRequested;
  /** Gets the id of the sign-in if it needs a code of the second factor. */
  onSignedIn: (challenge: string | null) => Promise<void>;
  onBack: () => void;
  children: ReactNode;
}

/** The problems of a refused code. A code that was used or has expired is a problem of the code, and not of an older sign-in. */
function problemsAfter(thrown: unknown) {
  if (thrown instanceof ApiError && thrown.code === "gone") return { code: messageOf(thrown) };
  return problemsOf(inWords(thrown, "signIn"), ["code"]);
}

function CodeForm({ email, request, onSignedIn, onBack, children }: CodeFormProps) {
  const { requestId, reference } = request;
  const { values, problems, busy, set, submit } = useForm({
    initial: { code: "" },
    check: ({ code }) => (withoutSpaces(code) === "" ? { code: authMessages.empty_code() } : {}),
    explain: problemsAfter,
  });
  const send = () => submit(async ({ code }) => onSignedIn(await signInByCode({ requestId, code: withoutSpaces(code) })));
  return (
    <AuthLayout
      title={t`Enter the code`}
      lead={
        <Trans>
          We sent a code to <b className={styles.email}>{email}</b>. Use the code from the email marked request{" "}
          <b className={styles.reference}>{reference}</b>.
        </Trans>
      }
    >
      <AuthForm failure={problems.form ?? null} submit={t`Log in`} busy={busy ? t`Logging in…` : null} onSubmit={() => void send()}>
        <CodeField label={t`Code from the email`} value={values.code} error={problems.code} onChange={(code) => set("code", code)} />
      </AuthForm>
      <ResendCode email={email} resend={() => resendSignInCode(requestId)} />
      {/* A request that was used gets no new code, and the answer to a resend does not reveal that. */}
      <Button variant="ghost" disabled={busy} onClick={onBack}>
        <Trans>Start over</Trans>
      </Button>
      <DevelopmentMailbox email={email} onCode={(code) => set("code", code)} />
      {children}
    </AuthLayout>
  );
}
