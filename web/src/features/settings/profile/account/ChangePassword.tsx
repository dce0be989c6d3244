import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { changePassword } from "@/api/account";
import { emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { useForm } from "@/lib/useForm";
import { Checkbox } from "@/ui/Checkbox";
import { TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import styles from "./Account.module.css";
import { FormDialog } from "./FormDialog";

const SHORTEST_PASSWORD = 8;
const initial = { password: "", newPassword: "" };

interface ChangePasswordProps {
  open: boolean;
  email: string;
  onClose: () => void;
  onChanged: () => void;
}

/** Asks for the current and the new password. */
export function ChangePassword({ open, email, onClose, onChanged }: ChangePasswordProps) {
  const [endOthers, setEndOthers] = useState(true);
  const others = useId();
  const { values, problems, busy, set, submit } = useForm({
    initial,
    check: ({ password, newPassword }) => ({
      ...(password === "" && { password: emptyPassword() }),
      ...([...newPassword].length < SHORTEST_PASSWORD && { newPassword: t`At least ${SHORTEST_PASSWORD} characters` }),
    }),
    explain: (thrown) => problemsOf(thrown, ["password", "newPassword"]),
  });
  const close = () => {
    set("password", "");
    set("newPassword", "");
    onClose();
  };
  const send = () =>
    submit(async ({ password, newPassword }) => {
      await changePassword({ password, newPassword, endOthers });
      tell({ text: t`Your password was changed` });
      close();
      onChanged();
    });
  return (
    <FormDialog open={open} title={t`Change password`} submit={t`Change password`} busy={busy ? t`Changing…` : null} failure={problems.form} onSubmit={() => void send()} onClose={close}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={t`Current password`}
        type="password"
        autoComplete="current-password"
        value={values.password}
        error={problems.password}
        onChange={(event) => set("password", event.target.value)}
      />
      <TextField
        label={t`New password`}
        type="password"
        autoComplete="new-password"
        value={values.newPassword}
        error={problems.newPassword}
        hint={t`At least ${SHORTEST_PASSWORD} characters`}
        onChange={(event) => set("newPassword", event.target.value)}
      />
      <span className={styles.choice}>
        <Checkbox id={others} checked={endOthers} onChange={setEndOthers} />
        <label htmlFor={others}><Trans>Log out all other devices</Trans></label>
      </span>
    </FormDialog>
  );
}
