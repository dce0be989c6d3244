import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { confirm, developmentMailbox, resendCode, type PendingSignUp } from "@/api/auth";
import { messageOf } from "@/api/error";
import { problemsOf } from "@/api/formProblems";
import { Link, Navigate, useLocation, useNavigate } from "@/lib/location";
import { paths, safeNext } from "@/lib/paths";
import { forgetDraft } from "@/lib/signUpDraft";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import styles from "./ConfirmScreen.module.css";
import { MailboxDialog } from "./MailboxDialog";

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

const isWhole = (code: string) => /^\d{8}$/.test(code.replace(/\s/g, ""));

function CodeForm({ email, next, signUpId, reference }: Arrival) {
  const navigate = useNavigate();
  const hasMailbox = useHasMailbox(email);
  const [mailboxOpen, setMailboxOpen] = useState(false);
  const [resending, setResending] = useState(false);
  const { values, problems, busy, set, submit } = useForm({
    initial: { code: "" },
    check: ({ code }) => (code.trim() === "" ? { code: t`Enter the code from the email` } : {}),
    explain: (thrown) => problemsOf(thrown, ["code"]),
  });
  const send = () =>
    submit(async ({ code }) => {
      await confirm({ signUpId, code: code.replace(/\s/g, "") });
      forgetDraft();
      await navigate(next ?? paths.welcome(), { replace: true });
    });
  // The last digit submits the form, once for each code, whether typed, pasted or filled in.
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isWhole(values.code)) input.current?.form?.requestSubmit();
  }, [values.code]);
  const resend = async () => {
    setResending(true);
    try {
      await resendCode(signUpId);
      tell({ text: t`We sent a new code to ${email}.` });
    } catch (thrown) {
      tell({ text: messageOf(thrown) });
    } finally {
      setResending(false);
    }
  };

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
        <TextField
          ref={input}
          label={t`Confirmation code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          tall
          className={styles.code}
          value={values.code}
          error={problems.code}
          onChange={(event) => set("code", event.target.value)}
        />
      </AuthForm>
      <Button variant="ghost" disabled={resending} onClick={resend}>
        <Trans>Send a new code</Trans>
      </Button>
      {hasMailbox && (
        <AuthNote>
          <Trans>
            No mail server is set up, so emails stay on this machine.{" "}
            <button type="button" className={styles.link} onClick={() => setMailboxOpen(true)}>
              Open the development mailbox
            </button>
          </Trans>
        </AuthNote>
      )}
      <MailboxDialog
        email={email}
        open={mailboxOpen}
        onOpenChange={setMailboxOpen}
        onCode={(code) => {
          set("code", code);
          setMailboxOpen(false);
        }}
      />
    </AuthLayout>
  );
}

function useHasMailbox(email: string): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    let here = true;
    void developmentMailbox(email).then((messages) => here && setHas(messages !== null));
    return () => {
      here = false;
    };
  }, [email]);
  return has;
}
