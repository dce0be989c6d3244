import { t } from "@lingui/core/macro";
import { changePassword } from "@/api/account";
import { problemsOf } from "@/api/formProblems";
import { Cancelled, proveWithPasskey } from "@/api/passkeys";
import { useForm } from "@/lib/useForm";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import { FormDialog } from "./FormDialog";

const SHORTEST_PASSWORD = 8;

interface SetPasswordByPasskeyProps {
  open: boolean;
  email: string;
  onClose: () => void;
  onSet: () => void;
}

/** Sets a password for an account that has passkeys and no password. A passkey proves who the person is. */
export function SetPasswordByPasskey({ open, email, onClose, onSet }: SetPasswordByPasskeyProps) {
  const { values, problems, busy, set, submit } = useForm({
    initial: { newPassword: "" },
    check: ({ newPassword }) => ([...newPassword].length < SHORTEST_PASSWORD ? { newPassword: t`At least ${SHORTEST_PASSWORD} characters` } : {}),
    explain: (thrown) => (thrown instanceof Cancelled ? {} : problemsOf(thrown, ["newPassword"])),
  });
  const close = () => {
    set("newPassword", "");
    onClose();
  };
  const send = () =>
    submit(async ({ newPassword }) => {
      await proveWithPasskey();
      await changePassword({ password: "", newPassword });
      tell({ text: t`Your password was set` });
      close();
      onSet();
    });
  return (
    <FormDialog open={open} title={t`Set a password`} text={t`Your browser will ask for a passkey. Your passkeys will still work.`} submit={t`Set password`} busy={busy ? t`Saving…` : null} failure={problems.form} onSubmit={() => void send()} onClose={close}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={t`New password`}
        type="password"
        autoComplete="new-password"
        value={values.newPassword}
        error={problems.newPassword}
        hint={t`At least ${SHORTEST_PASSWORD} characters`}
        onChange={(event) => set("newPassword", event.target.value)}
      />
    </FormDialog>
  );
}
