import { useEffect, useRef, useState } from "react";
import { Link, Navigate, useLocation, useNavigate } from "react-router";
import { confirm, developmentMailbox, resendCode } from "@/api/auth";
import { messageOf } from "@/api/error";
import { problemsOf } from "@/api/formProblems";
import { paths, safeNext } from "@/lib/paths";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import styles from "./ConfirmScreen.module.css";
import { MailboxDialog } from "./MailboxDialog";

interface Arrival {
  email: string;
  next: string | null;
}

function arrivalOf(state: unknown): Arrival | null {
  if (typeof state !== "object" || state === null || !("email" in state) || typeof state.email !== "string") return null;
  const next = "next" in state && typeof state.next === "string" ? safeNext(state.next) : null;
  return { email: state.email, next };
}

/** Asks for the code that was mailed. Whoever comes without an address begins at sign-up. */
export function ConfirmScreen() {
  const arrival = arrivalOf(useLocation().state);
  return arrival === null ? <Navigate to={paths.signUp()} replace /> : <CodeForm {...arrival} />;
}

const isWhole = (code: string) => /^\d{6}$/.test(code.replace(/\s/g, ""));

function CodeForm({ email, next }: Arrival) {
  const navigate = useNavigate();
  const hasMailbox = useHasMailbox(email);
  const [mailboxOpen, setMailboxOpen] = useState(false);
  const [resending, setResending] = useState(false);
  const { values, problems, busy, set, submit } = useForm({
    initial: { code: "" },
    check: ({ code }) => (code.trim() === "" ? { code: "Confirmation code cannot be empty" } : {}),
    explain: (thrown) => problemsOf(thrown, ["code"]),
  });
  const send = () =>
    submit(async ({ code }) => {
      await confirm({ email, code: code.replace(/\s/g, "") });
      await navigate(next ?? paths.welcome(), { replace: true });
    });
  // The last digit sends it, once for each code, whether it is typed, pasted or filled in.
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isWhole(values.code)) input.current?.form?.requestSubmit();
  }, [values.code]);
  const resend = async () => {
    setResending(true);
    try {
      await resendCode(email);
      tell({ text: `A new code is on its way to ${email}.` });
    } catch (thrown) {
      tell({ text: messageOf(thrown) });
    } finally {
      setResending(false);
    }
  };

  return (
    <AuthLayout
      title="Confirm your address"
      lead={
        <>
          We sent a code to <b className={styles.email}>{email}</b>. Not your address?{" "}
          <Link to={paths.signUp(next ?? undefined)}>Change it</Link>
        </>
      }
    >
      <AuthForm failure={problems.form ?? null} submit="Confirm" busy={busy ? "Confirming" : null} onSubmit={send}>
        <TextField
          ref={input}
          label="Confirmation code"
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
        Send a new code
      </Button>
      {hasMailbox && (
        <AuthNote>
          No mail server is set up here: mail stays on this machine.{" "}
          <button type="button" className={styles.link} onClick={() => setMailboxOpen(true)}>
            Open the development mailbox
          </button>
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
