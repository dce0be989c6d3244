import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { deleteAccount } from "@/api/account";
import { failedCleanUp } from "@/api/authMessages";
import { emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { signOut } from "@/api/session";
import { isAddress } from "@/lib/isAddress";
import { useForm } from "@/lib/useForm";
import { closeWorkspace, forget } from "@/sync/store";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import { tellRefusal } from "@/ui/Toast";
import { Line } from "../../preferences/Line";
import { FormDialog } from "./FormDialog";

/** Deletes the account after the person has typed the password and the email address, or the phone number if the account has no address. */
export function DeleteAccount({ userId, email }: { userId: string; email: string }) {
  const [open, setOpen] = useState(false);
  const { values, problems, busy, set, submit } = useForm({
    initial: { email: "", password: "" },
    check: (typed) => ({
      ...(typed.email.trim().toLowerCase() !== email.toLowerCase() && { email: t`Type ${email} to confirm` }),
      ...(typed.password === "" && { password: emptyPassword() }),
    }),
    explain: (thrown) => problemsOf(thrown, ["password"]),
  });
  const close = () => {
    set("email", "");
    set("password", "");
    setOpen(false);
  };
  const send = () =>
    submit(async ({ password }) => {
      await deleteAccount(password);
      // Deletes the person's data from this device.
      await closeWorkspace()
        .then(() => forget(userId))
        .catch((thrown: unknown) => tellRefusal(failedCleanUp(thrown)));
      // The node has already ended all sessions. This call logs out this page and the other tabs.
      await signOut().catch(() => undefined);
    });
  return (
    <>
      <Line name={t`Delete account`} hint={t`You'll leave all your workspaces. Your tasks and comments will stay there.`}>
        <Button variant="danger" onClick={() => setOpen(true)}><Trans>Delete account</Trans></Button>
      </Line>
      <FormDialog
        open={open}
        danger
        title={t`Delete your account?`}
        text={t`You'll be logged out everywhere. Your name, picture, email address and phone number will be deleted. Your tasks and comments will stay in their workspaces under the name “Deleted user”. This can't be undone.`}
        submit={t`Delete account`}
        busy={busy ? t`Deleting…` : null}
        failure={problems.form}
        onSubmit={() => void send()}
        onClose={close}
      >
        <TextField label={isAddress(email) ? t`Your email address` : t`Your phone number`} autoComplete="off" value={values.email} error={problems.email} onChange={(event) => set("email", event.target.value)} />
        <TextField
          label={t`Password`}
          type="password"
          autoComplete="current-password"
          value={values.password}
          error={problems.password}
          onChange={(event) => set("password", event.target.value)}
        />
      </FormDialog>
    </>
  );
}
