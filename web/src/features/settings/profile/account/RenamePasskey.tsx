import { t } from "@lingui/core/macro";
import { problemsOf } from "@/api/formProblems";
import { renamePasskey } from "@/api/passkeys";
import { useForm } from "@/lib/useForm";
import { TextField } from "@/ui/Field";
import type { Passkey } from "@/wire/http.generated";
import { FormDialog } from "./FormDialog";

/** The longest name, in characters. */
const LONGEST = 100;

interface RenamePasskeyProps {
  passkey: Passkey;
  onClose: () => void;
  onRenamed: () => void;
}

/** Asks for another name of a passkey. */
export function RenamePasskey({ passkey, onClose, onRenamed }: RenamePasskeyProps) {
  const { values, problems, busy, set, submit } = useForm({
    initial: { name: passkey.name },
    check: ({ name }) => (name.trim() === "" ? { name: t`Give the passkey a name` } : {}),
    explain: (thrown) => problemsOf(thrown, ["name"]),
  });
  const send = () =>
    submit(async ({ name }) => {
      await renamePasskey({ id: passkey.id, name: name.trim() });
      onClose();
      onRenamed();
    });
  return (
    <FormDialog open title={t`Rename passkey`} submit={t`Rename`} busy={busy ? t`Renaming…` : null} failure={problems.form} onSubmit={() => void send()} onClose={onClose}>
      <TextField label={t`Name`} autoFocus maxLength={LONGEST} value={values.name} error={problems.name} onChange={(event) => set("name", event.target.value)} />
    </FormDialog>
  );
}
