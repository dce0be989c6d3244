import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { DevelopmentMailbox } from "@/actions/mailbox/DevelopmentMailbox";
import { ResendCode } from "@/actions/mailbox/ResendCode";
import { forgotPassword, resendResetCode, resetPassword } from "@/api/account";
import { signIn } from "@/api/auth";
import { authMessages } from "@/api/authMessages";
import { problemsOf } from "@/api/formProblems";
import { useForm } from "@/lib/useForm";
import { CodeField, withoutSpaces } from "@/ui/CodeField";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import type { CodeRequested } from "@/wire/http.generated";
import styles from "./Account.module.css";
import { FormDialog } from "./FormDialog";

const SHORTEST_PASSWORD = 8;
const fields = ["code", "password"] as const;

interface SetPasswordProps {
  open: boolean;
  email: string;
  onClose: () => void;
  onSet: () => void;
}

/** Sets the first password of an account that was made at a provider. A mailed code proves that the person owns the address. */
export function SetPassword({ open, email, onClose, onSet }: SetPasswordProps) {
  const [request, setRequest] = useState<CodeRequested | null>(null);
  const { values, problems, busy, set, submit } = useForm({
    initial: { code: "", password: "" },
    check: ({ code, password }) =>
      request === null
        ? {}
        : {
            ...(withoutSpaces(code) === "" && { code: authMessages.empty_code() }),
            ...([...password].length < SHORTEST_PASSWORD && { password: t`At least ${SHORTEST_PASSWORD} characters` }),
          },
    explain: (thrown) => problemsOf(thrown, fields),
  });
  const close = () => {
    for (const field of fields) set(field, "");
    setRequest(null);
    onClose();
  };
  const send = () =>
    submit(async ({ code, password }) => {
      if (request === null) {
        setRequest(await forgotPassword(email));
        return;
      }
      await resetPassword({ requestId: request.requestId, code: withoutSpaces(code), password });
      // The reset has ended all sessions. Without a new one, the page leads to the log-in form.
      await signIn({ email, password }).catch(() => undefined);
      tell({ text: t`Password set` });
      close();
      onSet();
    });
  return (
    <FormDialog
      open={open}
      title={t`Set a password`}
      text={
        request === null ? (
          t`We'll email a code to ${email}. You'll be logged out on all other devices.`
        ) : (
          <Trans>
            We sent a code to <b className={styles.email}>{email}</b>. Use the code from the email marked request{" "}
            <b className={styles.reference}>{request.reference}</b>.
          </Trans>
        )
      }
      submit={request === null ? t`Send code` : t`Set password`}
      busy={busy ? (request === null ? t`Sending…` : t`Saving…`) : null}
      failure={problems.form}
      onSubmit={() => void send()}
      onClose={close}
    >
      {request !== null && (
        <>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <CodeField label={t`Code from the email`} value={values.code} error={problems.code} onChange={(code) => set("code", code)} />
          <TextField
            label={t`New password`}
            type="password"
            autoComplete="new-password"
            value={values.password}
            error={problems.password}
            hint={t`At least ${SHORTEST_PASSWORD} characters`}
            onChange={(event) => set("password", event.target.value)}
          />
          <ResendCode email={email} resend={() => resendResetCode(request.requestId)} />
          <DevelopmentMailbox email={email} onCode={(code) => set("code", code)} />
        </>
      )}
    </FormDialog>
  );
}
