import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { DevelopmentMailbox } from "@/actions/mailbox/DevelopmentMailbox";
import { ResendCode } from "@/actions/mailbox/ResendCode";
import { authMessages } from "@/api/authMessages";
import { emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { changePhone, confirmNewPhone, resendText } from "@/api/phone";
import { useForm } from "@/lib/useForm";
import { CodeField, withoutSpaces } from "@/ui/CodeField";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import type { CodeRequested } from "@/wire/http.generated";
import styles from "./Account.module.css";
import { FormDialog } from "./FormDialog";

interface ChangePhoneProps {
  open: boolean;
  /** Whether the account has no number yet. */
  isNew: boolean;
  onClose: () => void;
  onChanged: () => void;
}

const fields = ["phone", "password", "code"] as const;

/** Asks for the new number and the password, then for the code that was sent to the number. */
export function ChangePhone({ open, isNew, onClose, onChanged }: ChangePhoneProps) {
  const [request, setRequest] = useState<CodeRequested | null>(null);
  const { values, problems, busy, set, submit } = useForm({
    initial: { phone: "", password: "", code: "" },
    check: ({ phone, password, code }) =>
      request === null
        ? { ...(phone.trim() === "" && { phone: authMessages.empty_phone() }), ...(password === "" && { password: emptyPassword() }) }
        : { ...(withoutSpaces(code) === "" && { code: authMessages.empty_code() }) },
    explain: (thrown) => problemsOf(thrown, fields),
  });
  const phone = values.phone.trim();
  const close = () => {
    for (const field of fields) set(field, "");
    setRequest(null);
    onClose();
  };
  const send = () =>
    submit(async ({ password, code }) => {
      if (request === null) {
        setRequest(await changePhone({ phone, password }));
        return;
      }
      await confirmNewPhone({ requestId: request.requestId, code: withoutSpaces(code) });
      tell({ text: isNew ? t`Your phone number was added` : t`Your phone number was changed` });
      onChanged();
      close();
    });
  // The node can also refuse the number after the code: another account may have taken the number in the meantime.
  const failure = problems.form ?? (request === null ? undefined : problems.phone);
  return (
    <FormDialog
      open={open}
      title={isNew ? t`Add phone number` : t`Change phone number`}
      text={
        request === null ? (
          isNew ? t`We'll text you a code to confirm the number.` : t`We'll text a code to the new number. Until you enter the code, you log in with the old number.`
        ) : (
          <Trans>
            We sent a text message to <b className={styles.email} dir="ltr">{phone}</b>. Use the code from the message marked request{" "}
            <b className={styles.reference}>{request.reference}</b>.
          </Trans>
        )
      }
      submit={request === null ? t`Send code` : isNew ? t`Add number` : t`Change number`}
      busy={busy ? (request === null ? t`Sending…` : t`Changing…`) : null}
      failure={failure}
      onSubmit={() => void send()}
      onClose={close}
    >
      {request === null ? (
        <>
          <TextField
            label={t`New phone number`}
            type="tel"
            autoComplete="tel"
            value={values.phone}
            error={problems.phone}
            hint={t`Include the country code, such as +44 7700 900123`}
            onChange={(event) => set("phone", event.target.value)}
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
          <CodeField label={t`Code from the text message`} value={values.code} error={problems.code} onChange={(code) => set("code", code)} />
          <ResendCode email={phone} resend={() => resendText(request.requestId)} />
          <DevelopmentMailbox byText email={phone} onCode={(code) => set("code", code)} />
        </>
      )}
    </FormDialog>
  );
}
