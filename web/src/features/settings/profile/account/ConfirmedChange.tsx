import { t } from "@lingui/core/macro";
import { useState, type ComponentType } from "react";
import { DevelopmentMailbox } from "@/actions/mailbox/DevelopmentMailbox";
import { ResendCode } from "@/actions/mailbox/ResendCode";
import { authMessages } from "@/api/authMessages";
import { emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { useForm } from "@/lib/useForm";
import { CodeField, withoutSpaces } from "@/ui/CodeField";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import type { CodeRequested, CodeSent, ConfirmEmail } from "@/wire/http.generated";
import { FormDialog } from "./FormDialog";

/** A code that was sent. */
export interface SentCode {
  /** The new address or number. */
  value: string;
  request: CodeRequested;
}

interface ConfirmedChangeProps {
  open: boolean;
  title: string;
  /** The text of the first step. */
  intro: string;
  /** The text of the second step: where the code was sent. */
  Sent: ComponentType<SentCode>;
  /** The action of the second step, as a verb. */
  submit: string;
  /** The text after the change. */
  done: string;
  /** The field with the new value. The node names the field `name` in its refusals. */
  field: { name: "email" | "phone"; label: string; hint?: string; empty: () => string };
  code: { label: string; byText?: boolean };
  ask: (value: string, password: string) => Promise<CodeRequested>;
  resend: (requestId: string) => Promise<CodeSent>;
  confirm: (body: ConfirmEmail) => Promise<void>;
  onChanged?: () => void;
  onClose: () => void;
}

/** Changes the address or the number of the account: asks for the new value and the password, then for the code that was sent there. */
export function ConfirmedChange({ open, title, intro, Sent, submit: change, done, field, code, ask, resend, confirm, onChanged, onClose }: ConfirmedChangeProps) {
  const [request, setRequest] = useState<CodeRequested | null>(null);
  const { values, problems, busy, set, submit } = useForm({
    initial: { value: "", password: "", code: "" },
    check: (entered) =>
      request === null
        ? { ...(entered.value.trim() === "" && { value: field.empty() }), ...(entered.password === "" && { password: emptyPassword() }) }
        : { ...(withoutSpaces(entered.code) === "" && { code: authMessages.empty_code() }) },
    explain: (thrown) => {
      const { [field.name]: refused, ...others } = problemsOf(thrown, [field.name, "password", "code"]);
      return { ...others, ...(refused !== undefined && { value: refused }) };
    },
  });
  const value = values.value.trim();
  const close = () => {
    for (const name of ["value", "password", "code"] as const) set(name, "");
    setRequest(null);
    onClose();
  };
  const send = () =>
    submit(async (entered) => {
      if (request === null) {
        setRequest(await ask(value, entered.password));
        return;
      }
      await confirm({ requestId: request.requestId, code: withoutSpaces(entered.code) });
      tell({ text: done });
      onChanged?.();
      close();
    });
  // The node can also refuse the new value after the code: another account may have taken it in the meantime.
  const failure = problems.form ?? (request === null ? undefined : problems.value);
  return (
    <FormDialog
      open={open}
      title={title}
      text={request === null ? intro : <Sent value={value} request={request} />}
      submit={request === null ? t`Send code` : change}
      busy={busy ? (request === null ? t`Sending…` : t`Changing…`) : null}
      failure={failure}
      onSubmit={() => void send()}
      onClose={close}
    >
      {request === null ? (
        <>
          <TextField
            label={field.label}
            type={field.name === "email" ? "email" : "tel"}
            autoComplete={field.name === "email" ? "email" : "tel"}
            value={values.value}
            error={problems.value}
            {...(field.hint !== undefined && { hint: field.hint })}
            onChange={(event) => set("value", event.target.value)}
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
          <CodeField label={code.label} value={values.code} error={problems.code} onChange={(entered) => set("code", entered)} />
          <ResendCode email={value} resend={() => resend(request.requestId)} />
          <DevelopmentMailbox byText={code.byText} email={value} onCode={(entered) => set("code", entered)} />
        </>
      )}
    </FormDialog>
  );
}
