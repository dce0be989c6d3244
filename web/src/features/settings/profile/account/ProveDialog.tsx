import { t } from "@lingui/core/macro";
import { authMessages } from "@/api/authMessages";
import { emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { useForm } from "@/lib/useForm";
import { TextField } from "@/ui/Field";
import type { ProveFactor } from "@/wire/http.generated";
import { FormDialog } from "./FormDialog";

interface ProveDialogProps {
  open: boolean;
  title: string;
  text: string;
  submit: string;
  danger?: boolean;
  /** Makes the change. Refusals are shown at their fields. */
  act: (proof: ProveFactor) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password and a code before a change of the second factor. */
export function ProveDialog({ open, title, text, submit: verb, danger, act, onClose }: ProveDialogProps) {
  const { values, problems, busy, set, submit } = useForm({
    initial: { password: "", code: "" },
    check: ({ password, code }) => ({
      ...(password === "" && { password: emptyPassword() }),
      ...(code.trim() === "" && { code: authMessages.empty_response() }),
    }),
    explain: (thrown) => problemsOf(thrown, ["password", "code"]),
  });
  const close = () => {
    set("password", "");
    set("code", "");
    onClose();
  };
  const send = () =>
    submit(async ({ password, code }) => {
      await act({ password, code: code.trim() });
      close();
    });
  return (
    <FormDialog open={open} title={title} text={text} submit={verb} {...(danger && { danger })} busy={busy ? t`Checking…` : null} failure={problems.form} onSubmit={() => void send()} onClose={close}>
      <TextField label={t`Password`} type="password" autoComplete="current-password" value={values.password} error={problems.password} onChange={(event) => set("password", event.target.value)} />
      <TextField
        label={t`Code from your app, or a recovery code`}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={values.code}
        error={problems.code}
        onChange={(event) => set("code", event.target.value)}
      />
    </FormDialog>
  );
}
