import { t } from "@lingui/core/macro";
import { emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { authMessages } from "@/api/authMessages";
import { Cancelled, proveWithPasskey } from "@/api/passkeys";
import { useForm } from "@/lib/useForm";
import { TextField } from "@/ui/Field";
import { FormDialog } from "./FormDialog";

interface ProofDialogProps {
  open: boolean;
  /** Without a password, the browser asks for a passkey. */
  hasPassword?: boolean;
  /** Whether the change also needs a code of the second factor. */
  needsCode?: boolean;
  title: string;
  text: string;
  submit: string;
  danger?: boolean;
  /** Makes the change. The code is empty if none is needed. Refusals are shown at their fields. */
  act: (proof: { password: string; code: string }) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password, or for a passkey of an account without a password, and for a code, before a change of the account. */
export function ProofDialog({ open, hasPassword = true, needsCode = false, title, text, submit: verb, danger, act, onClose }: ProofDialogProps) {
  const { values, problems, busy, set, submit } = useForm({
    initial: { password: "", code: "" },
    check: ({ password, code }) => ({
      ...(hasPassword && password === "" && { password: emptyPassword() }),
      ...(needsCode && code.trim() === "" && { code: authMessages.empty_response() }),
    }),
    explain: (thrown) => {
      if (!(thrown instanceof Cancelled)) return problemsOf(thrown, hasPassword ? ["password", "code"] : ["code"]);
      // The node has accepted the code before the browser asks, and accepts no code twice.
      return needsCode ? { code: t`You canceled, but that code has been used. Enter a new one.` } : {};
    },
  });
  const close = () => {
    set("password", "");
    set("code", "");
    onClose();
  };
  const send = () =>
    submit(async ({ password, code }) => {
      if (!hasPassword) await proveWithPasskey();
      try {
        await act({ password, code: code.trim() });
      } catch (thrown) {
        if (thrown instanceof Cancelled) set("code", "");
        throw thrown;
      }
      close();
    });
  const hint = hasPassword ? text : `${text} ${t`First, confirm with one of your passkeys.`}`;
  return (
    <FormDialog open={open} title={title} text={hint} submit={verb} {...(danger && { danger })} busy={busy ? t`Waiting…` : null} failure={problems.form} onSubmit={() => void send()} onClose={close}>
      {hasPassword && (
        <TextField label={t`Password`} type="password" autoComplete="current-password" value={values.password} error={problems.password} onChange={(event) => set("password", event.target.value)} />
      )}
      {needsCode && (
        <TextField
          label={t`Code from your app, or a recovery code`}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={values.code}
          error={problems.code}
          onChange={(event) => set("code", event.target.value)}
        />
      )}
    </FormDialog>
  );
}
