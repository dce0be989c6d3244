import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { DevelopmentMailbox } from "@/actions/mailbox/DevelopmentMailbox";
import { ResendCode } from "@/actions/mailbox/ResendCode";
import { changeEmail, confirmEmail, resendEmailCode } from "@/api/account";
import { authMessages } from "@/api/authMessages";
import { emptyEmail, emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { useForm } from "@/lib/useForm";
import { CodeField, withoutSpaces } from "@/ui/CodeField";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import type { CodeRequested } from "@/wire/http.generated";
import styles from "./Account.module.css";
import { FormDialog } from "./FormDialog";

interface ChangeEmailProps {
  open: boolean;
  /** Whether the account has no address yet. */
  isNew: boolean;
  onClose: () => void;
}

const fields = ["email", "password", "code"] as const;

/** Asks for the new address and the password, then for the code that was mailed to the address. */
export function ChangeEmail({ open, isNew, onClose }: ChangeEmailProps) {
  const [request, setRequest] = useState<CodeRequested | null>(null);
  const { values, problems, busy, set, submit } = useForm({
    initial: { email: "", password: "", code: "" },
    check: ({ email, password, code }) =>
      request === null
        ? { ...(email.trim() === "" && { email: emptyEmail() }), ...(password === "" && { password: emptyPassword() }) }
        : { ...(withoutSpaces(code) === "" && { code: authMessages.empty_code() }) },
    explain: (thrown) => problemsOf(thrown, fields),
  });
  const email = values.email.trim();
  const close = () => {
    for (const field of fields) set(field, "");
    setRequest(null);
    onClose();
  };
  const send = () =>
    submit(async ({ password, code }) => {
      if (request === null) {
        setRequest(await changeEmail({ email, password }));
        return;
      }
      await confirmEmail({ requestId: request.requestId, code: withoutSpaces(code) });
      tell({ text: isNew ? t`Your email address was added` : t`Your email address was changed` });
      close();
    });
  // The node can also refuse the address after the code: another account may have taken the address in the meantime.
  const failure = problems.form ?? (request === null ? undefined : problems.email);
  return (
    <FormDialog
      open={open}
      title={isNew ? t`Add email address` : t`Change email address`}
      text={
        request === null ? (
          isNew ? t`We'll email you a code to confirm the address.` : t`We'll email a code to the new address. Until you enter the code, you log in with the old address.`
        ) : (
          <Trans>
            We sent a code to <b className={styles.email}>{email}</b>. Use the code from the email marked request{" "}
            <b className={styles.reference}>{request.reference}</b>.
          </Trans>
        )
      }
      submit={request === null ? t`Send code` : isNew ? t`Add address` : t`Change address`}
      busy={busy ? (request === null ? t`Sending…` : t`Changing…`) : null}
      failure={failure}
      onSubmit={() => void send()}
      onClose={close}
    >
      {request === null ? (
        <>
          <TextField
            label={t`New email address`}
            type="email"
            autoComplete="email"
            value={values.email}
            error={problems.email}
            onChange={(event) => set("email", event.target.value)}
          />
          <TextField
            label={t`Password`}
            type="password"
            autoComplete="current-password"
            value={values.password}
            error={problems.password}
            onChange={(event) => set("password", event.target.value)}
          />
        </>
      ) : (
        <>
          <CodeField label={t`Code from the email`} value={values.code} error={problems.code} onChange={(code) => set("code", code)} />
          <ResendCode email={email} resend={() => resendEmailCode(request.requestId)} />
          <DevelopmentMailbox email={email} onCode={(code) => set("code", code)} />
        </>
      )}
    </FormDialog>
  );
}
